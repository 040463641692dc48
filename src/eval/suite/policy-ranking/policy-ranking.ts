import type {EvalEpisode} from '#contract/generated/types'
import {kendallTauB, pearson} from '#stats/correlation'
import {mmrv} from '#stats/mmrv'
import {leastMmrv, unseenShare} from '#stats/mmrv-limits'
import {TWO_ROOM_POLICIES} from '#world/environment/two-room/policies'
import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {ofMeans} from '../../metric/estimate.ts'
import {EPISODE_TRIALS, type Measure, type Metric, type Trials} from '../../model/suite.ts'

const POLICIES = [...TWO_ROOM_POLICIES.keys()]

export const policyRanking: SuiteEntry = {
  name: 'policy-ranking',
  kind: 'policy-ranking',
  version: 3,
  level: 'L5',
  question: 'Can it rank policies?',
  groundTruth: 'the success of six scripted policies in the exact environment, from the same starts',
  claim: 'policies are ordered as their true success orders them',
  asks: ['predict', 'score'],
  trials: doubled(EPISODE_TRIALS),
  cells: 'environment',
  environments: ['two-room'],
  load: () => import('./make-policy-ranking-cells.ts').then(({policyRankingCells}) => policyRankingCells),
  metrics: [
    {
      ...ranking('mmrv', 0, 1),
      direction: 'lower',
      gates: [{stat: 'ci_high', op: 'lte', value: 0.1}],
      measure: withCertainOrders(rates(mmrv)),
    },
    {...ranking('pearson', -1, 1), measure: rates(({real, sim}) => pearson(real, sim) ?? Number.NaN)},
    {...ranking('kendall', -1, 1), measure: rates(({real, sim}) => kendallTauB(real, sim) ?? Number.NaN)},
    {
      ...ranking('bias', -1, 1),
      direction: 'nearer',
      target: 0,
      measure: rates(({real, sim}) => meanOfAll(sim) - meanOfAll(real)),
    },
  ],
}

interface Rates {
  readonly real: readonly number[]
  readonly sim: readonly number[]
}

/** A number of the success rates of all policies. */
function rates(statistic: (rates: Rates) => number): Measure {
  return ofMeans(
    (value) => [...POLICIES.map((name) => value(`real.${name}`)), ...POLICIES.map((name) => value(`sim.${name}`))],
    (means) => {
      const all = Array.from(means)
      return statistic({real: all.slice(0, POLICIES.length), sim: all.slice(POLICIES.length)})
    },
    'constant_rates',
  )
}

/**
 * Chance alone puts policies with nearly equal rates in another order, so the lower limit counts what is certain; and trials that show no
 * difference may hide some, so the upper one allows for those that were not seen.
 */
function withCertainOrders(measure: Measure): Measure {
  const certain: Measure = (episodes, place) => {
    const found = measure(episodes, place)
    if (!found?.ci || found.estimate === null) return found
    const low = Math.min(found.estimate, leastMmrv(episodes.filter(isWhole).map(arrivalsOf)))
    const high = Math.min(1, Math.max(found.ci.high ?? 1, found.estimate) + unseenShare(found.n))
    return {...found, ci: {...found.ci, low, high, method: 'bca-certain-orders'}}
  }
  return Object.assign(certain, measure.reads && {reads: measure.reads})
}

function isWhole({values}: EvalEpisode): boolean {
  return POLICIES.every((name) => [values?.[`real.${name}`], values?.[`sim.${name}`]].every(Number.isFinite))
}

function arrivalsOf({values}: EvalEpisode): Rates {
  const side = (name: keyof Rates) => POLICIES.map((policy) => values?.[`${name}.${policy}`] ?? 0)
  return {real: side('real'), sim: side('sim')}
}

function ranking(name: string, min: number, max: number): Omit<Metric, 'measure'> {
  return {name, min, max, exact: false, direction: 'higher', unit: 'ratio', gates: []}
}

function meanOfAll(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function doubled({smoke, quick, standard, full}: Trials): Trials {
  return {smoke: 2 * smoke, quick: 2 * quick, standard: 2 * standard, full: 2 * full}
}
