import {meanOf, named} from '../result/estimate.ts'
import {EPISODE_TRIALS, type Metric, NO_LIMIT, type Suite} from '../suite.ts'

/** Planner iterations after which the promise of the plan is held against its true cost. */
export const CHECKPOINTS = [1, 3, 10] as const

export const planningRegret: Suite = {
  name: 'planning-regret',
  kind: 'planning-regret',
  version: 1,
  level: 'L6',
  question: 'What does planning with it cost, and can a planner exploit its errors?',
  groundTruth: 'the true cost of its plans against the best plan known and against random ones',
  claim: 'plans made with this model cost little more than the best known, and more search does not exploit its errors',
  trials: EPISODE_TRIALS,
  cells: 'environment',
  metrics: [
    {...regretful('regret_norm', 'regret'), min: 0},
    {...regretful('regret_excess', 'excess'), gates: [{stat: 'ci_high', op: 'lte', value: 0.2}]},
    ...CHECKPOINTS.map((iteration) => promised(`optimism_gap@${iteration}`, `gap@${iteration}`)),
    {...promised('optimism_slope', 'slope'), gates: [{stat: 'ci_high', op: 'lte', value: 0.05}]},
  ],
}

/** How much the gap between promise and truth grows each time the search doubles: least squares over the checkpoints. */
export function slopePerDoubling(gaps: readonly number[]): number {
  const doublings = CHECKPOINTS.map((iteration) => Math.log2(iteration))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [middle, level] = [mean(doublings), mean(gaps)]
  let [product, square] = [0, 0]
  for (const [at, doubling] of doublings.entries()) {
    product += (doubling - middle) * ((gaps[at] ?? Number.NaN) - level)
    square += (doubling - middle) ** 2
  }
  return product / square
}

/** A promise can be held against the truth only in the same unit. */
function promised(name: string, value: string): Metric {
  return {...regretful(name, value), needsForecast: true}
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
    measure: meanOf(named(value)),
  }
}
