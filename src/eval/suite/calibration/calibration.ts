import type {EvalEpisode} from '#contract/generated/types'
import {calibrationErrorOf, type StatedCase} from '#stats/calibration-error'
import {brier, brierExcess, logLoss} from '#stats/scoring-rules'
import {HORIZONS} from '../../kit/horizons.ts'
import {CALIBRATION_SETS} from '../../kit/stated-claims.ts'
import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {measureClusteredShare, measureMean, named, ofEpisodes, withoutInterval} from '../../metric/estimate.ts'
import {type Metric, NO_LIMIT, STATE_TRIALS} from '../../model/suite.ts'

const FORECAST = {sets: ['forecast']} as const
const PROBABILITY = {sets: ['confidence', 'outcome']} as const

export const calibration: SuiteEntry = {
  name: 'calibration',
  kind: 'calibration',
  version: 2,
  level: 'L7',
  question: 'Are its probabilities and its sigma honest?',
  groundTruth:
    'the errors of its forecasts against their stated sigma, and what came of what it stated with a probability: predictions eight steps ahead, and tasks',
  claim: 'stated uncertainty is as large as the errors, and what is stated with a probability comes true as often',
  asks: ['predict'],
  trials: STATE_TRIALS,
  cells: 'environment',
  sets: CALIBRATION_SETS,
  // The exact model states nothing of itself.
  control: 'zoo.honest',
  load: () => import('./make-calibration-cells.ts').then(({makeCalibrationCells}) => makeCalibrationCells),
  metrics: [
    covered(50, [0.4, 0.6]),
    covered(90, [0.85, 0.95]),
    {
      ...FORECAST,
      name: 'crps',
      min: 0,
      max: NO_LIMIT,
      exact: false,
      direction: 'lower',
      unit: 'sigma',
      gates: [],
      measure: measureMean(named('crps')),
    },
    ...HORIZONS.map((horizon) => coveredAt(90, horizon)),
    ...HORIZONS.map((horizon) => ({...coveredAt(50, horizon), gates: within([0.3, 0.7])})),
    scored('brier', [0, 1], brier),
    scored('log_loss', [0, NO_LIMIT], logLoss),
    {
      ...PROBABILITY,
      name: 'ece',
      min: 0,
      max: 1,
      exact: false,
      direction: 'lower',
      unit: 'ratio',
      gates: [],
      measure: withoutInterval(
        ofEpisodes(
          (episode) => statedIn(episode, 0).length > 0,
          (episodes) => calibrationErrorOf(episodes.flatMap(statedIn)),
          'no value',
        ),
        'chance alone makes it larger than 0, so it has no interval',
      ),
    },
    near('probability_bias', (stated, came) => stated - Number(came)),
    near('brier_excess', brierExcess),
  ],
}

/** The share of truths inside a central interval, over all entries of the state and all horizons. */
function covered(percent: 50 | 90, band: readonly [number, number]): Metric {
  return {
    ...FORECAST,
    name: `coverage@${percent}`,
    min: 0,
    max: 1,
    exact: false,
    direction: 'nearer',
    target: percent / 100,
    unit: 'ratio',
    gates: within(band),
    measure: measureClusteredShare(`within${percent}`, 'answers'),
  }
}

/** Coverage at one horizon: a sigma that does not grow as the errors do is too large at one and too small at another, and right over all. */
function coveredAt(percent: 50 | 90, horizon: number): Metric {
  const name = `${percent}@${horizon}`
  const measure = measureClusteredShare(`within${name}`, 'entries')
  return {...covered(percent, [0, 1]), name: `coverage${name}`, gates: [], measure}
}

function within([low, high]: readonly [number, number]): Metric['gates'] {
  return [
    {stat: 'ci_low', op: 'gte', value: low},
    {stat: 'ci_high', op: 'lte', value: high},
  ]
}

/** Mean of a score over everything that was stated with a probability. */
function scored(
  name: string,
  [min, max]: readonly [number, number],
  score: (stated: number, came: boolean) => number,
): Metric {
  return {
    ...PROBABILITY,
    name,
    min,
    max,
    exact: false,
    direction: 'lower',
    unit: name === 'log_loss' ? 'nats' : 'ratio',
    gates: [],
    measure: measureMean((episode) => {
      const scores = statedIn(episode, 0).map(({stated, came}) => score(stated, came))
      return scores.length === 0 ? null : scores.reduce((sum, value) => sum + value, 0) / scores.length
    }),
  }
}

/** A mean that is 0 for the honest, whatever they state. */
function near(name: string, score: (stated: number, came: boolean) => number): Metric {
  return {
    ...scored(name, [-1, 1], score),
    direction: 'nearer',
    target: 0,
    gates: within([-0.1, 0.1]),
  }
}

/** What a trial holds under `stated.0`, `came.0` and so on. */
export function statedIn({values = {}}: EvalEpisode, row: number): StatedCase[] {
  const cases: StatedCase[] = []
  for (let at = 0; typeof values[`stated.${at}`] === 'number'; at++) {
    cases.push({stated: values[`stated.${at}`] ?? Number.NaN, came: values[`came.${at}`] === 1, row})
  }
  return cases
}
