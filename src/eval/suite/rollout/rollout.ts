import {HORIZONS} from '../../kit/horizons.ts'
import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {measureMean, named, ofMeans} from '../../metric/estimate.ts'
import {type Metric, NO_LIMIT, STATE_TRIALS} from '../../model/suite.ts'

/** Where the gate looks. */
const GATED = 8

export const rollout: SuiteEntry = {
  name: 'rollout',
  kind: 'rollout',
  version: 1,
  level: 'L2',
  question: 'How far ahead is prediction usable?',
  groundTruth: 'the exact environment under the same actions, random ones and those on the way to the goal',
  claim: 'open-loop prediction is accurate enough eight steps ahead',
  asks: ['predict'],
  trials: STATE_TRIALS,
  cells: 'environment',
  sets: ['random', 'on-policy'],
  load: () => import('./make-rollout-cells.ts').then(({rolloutCells}) => rolloutCells),
  metrics: [
    ...HORIZONS.map(skillAt),
    ...HORIZONS.map(errorAt),
    {
      name: 'valid_horizon',
      min: 1,
      max: 33,
      exact: false,
      direction: 'higher',
      unit: 'steps',
      gates: [],
      measure: measureMean(named('valid_horizon')),
    },
  ],
}

/** 1 - RMSE of the model / RMSE of a world that stands still: 1 exact, 0 as good as no model, below 0 worse. */
function skillAt(horizon: number): Metric {
  return {
    name: `skill@${horizon}`,
    min: Number.NEGATIVE_INFINITY,
    max: 1,
    exact: false,
    direction: 'higher',
    unit: 'ratio',
    gates: horizon === GATED ? [{stat: 'ci_low', op: 'gte', value: 0.5}] : [],
    measure: ofMeans(
      (value) => [value(`error@${horizon}`) ** 2, value(`moved@${horizon}`) ** 2],
      ({0: error = 0, 1: moved = 0}) => (moved > 0 ? 1 - Math.sqrt(error / moved) : Number.NaN),
      'no_motion',
    ),
  }
}

/** Root of the mean squared error, in units of the environment's error scale. */
function errorAt(horizon: number): Metric {
  return {
    name: `nrmse@${horizon}`,
    min: 0,
    max: NO_LIMIT,
    exact: false,
    direction: 'lower',
    unit: 'sigma',
    gates: [],
    measure: ofMeans(
      (value) => [value(`error@${horizon}`) ** 2],
      ({0: error = 0}) => Math.sqrt(error),
      'no value',
    ),
  }
}
