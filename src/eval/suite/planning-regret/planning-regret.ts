import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {measureMean, named} from '../../metric/estimate.ts'
import {EPISODE_TRIALS, type Metric, NO_LIMIT} from '../../model/suite.ts'
import {CHECKPOINTS} from './optimism-slope.ts'
import {BY_FORECASTS, REGRET_SETS} from './regret-sets.ts'

export const planningRegret: SuiteEntry = {
  name: 'planning-regret',
  kind: 'planning-regret',
  version: 3,
  level: 'L6',
  question: 'What does planning with it cost, and can a planner exploit its errors?',
  groundTruth:
    'what its plans truly come to when they are carried out, on their way and where they end, against the best plan known and against random ones',
  claim: 'plans made with this model cost little more than the best known, and more search does not exploit its errors',
  asks: ['predict', 'score'],
  trials: EPISODE_TRIALS,
  cells: 'environment',
  sets: REGRET_SETS,
  load: () => import('./make-regret-cells.ts').then(({regretCells}) => regretCells),
  metrics: [
    {...regretful('regret_norm', 'regret'), min: 0},
    {...regretful('regret_excess', 'excess'), gates: [{stat: 'ci_high', op: 'lte', value: 0.2}]},
    {...regretful('end_excess', 'end'), gates: [{stat: 'ci_high', op: 'lte', value: 0.1}]},
    ...CHECKPOINTS.map((iteration) => promised(`optimism_gap@${iteration}`, `gap@${iteration}`)),
    {...promised('optimism_slope', 'slope'), gates: [{stat: 'ci_high', op: 'lte', value: 0.05}]},
  ],
}

/** A promise can be held against the truth only in the same unit. */
function promised(name: string, value: string): Metric {
  return {...regretful(name, value), sets: [BY_FORECASTS]}
}

function regretful(name: string, value: string): Metric {
  return {
    name,
    min: Number.NEGATIVE_INFINITY,
    max: NO_LIMIT,
    exact: false,
    direction: 'lower',
    unit: 'random plans',
    gates: [],
    measure: measureMean(named(value)),
  }
}
