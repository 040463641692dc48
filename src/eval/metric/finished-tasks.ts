import type {EvalEpisode} from '#contract/generated/types'
import {type Measure, type Metric, NO_LIMIT} from '../model/suite.ts'
import {measureMean, measureShare} from './estimate.ts'

/** The share of tasks that were finished; a lower limit below `atLeast` fails, where there is one. */
export function successRate(atLeast?: number): Metric {
  return {
    name: 'success_rate',
    min: 0,
    max: 1,
    exact: false,
    direction: 'higher',
    unit: 'ratio',
    gates: atLeast === undefined ? [] : [{stat: 'ci_low', op: 'gte', value: atLeast}],
    measure: measureShare(({success}) => success),
  }
}

/** What finished tasks took, against the best possible effort. */
export const EFFORT: readonly Metric[] = [
  effort('spl', 1, 'higher', where('length', measureMean(splOf))),
  effort('steps_ratio', NO_LIMIT, 'lower', where('steps', measureMean(stepsRatioOf))),
]

function effort(name: string, max: number, direction: Metric['direction'], measure: Measure): Metric {
  return {name, min: 0, max, exact: false, direction, unit: 'ratio', gates: [], measure}
}

/** Only where the environment knows the best possible effort in this unit. */
function where(unit: 'length' | 'steps', measure: Measure): Measure {
  const there: Measure = (episodes, place) => (place.referenceUnit === unit ? measure(episodes, place) : undefined)
  return Object.assign(there, {reads: measure.reads})
}

/** Success weighted by path length. Source: Anderson et al., On Evaluation of Embodied Navigation Agents, 2018. */
function splOf({success, path_length, reference_length}: EvalEpisode): number {
  const [length, best] = [path_length ?? 0, reference_length ?? 0]
  if (!success) return 0
  return best === 0 ? 1 : best / Math.max(length, best)
}

function stepsRatioOf({success, steps, reference_steps}: EvalEpisode): number | null {
  return success && steps !== undefined && reference_steps ? steps / reference_steps : null
}
