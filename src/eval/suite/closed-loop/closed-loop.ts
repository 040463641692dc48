import type {EvalEpisode} from '#contract/generated/types'
import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {counted, measureMean} from '../../metric/estimate.ts'
import {successRate} from '../../metric/success-rate.ts'
import {EPISODE_TRIALS, type Measure, NO_LIMIT} from '../../model/suite.ts'

export const closedLoop: SuiteEntry = {
  name: 'closed-loop',
  kind: 'closed-loop',
  version: 1,
  level: 'L6',
  question: 'Does planning with it finish the task?',
  groundTruth: 'the exact environment executes every plan under a fixed budget',
  claim: 'planning with this model finishes the tasks',
  asks: ['predict', 'score'],
  expected: 'the task is finished',
  trials: EPISODE_TRIALS,
  cells: 'environment',
  load: () => import('../../kit/make-episode-cells.ts').then(({makeEpisodeCells}) => makeEpisodeCells),
  metrics: [
    successRate(0.8),
    {
      name: 'spl',
      min: 0,
      max: 1,
      exact: false,
      direction: 'higher',
      unit: 'ratio',
      gates: [],
      measure: where('length', measureMean(splOf)),
    },
    {
      name: 'steps_ratio',
      min: 0,
      max: NO_LIMIT,
      exact: false,
      direction: 'lower',
      unit: 'ratio',
      gates: [],
      measure: where('steps', measureMean(stepsRatioOf)),
    },
    {
      name: 'violations',
      min: 0,
      max: NO_LIMIT,
      exact: true,
      direction: 'lower',
      unit: 'commands',
      gates: [],
      measure: counted(({violations}) => violations ?? 0),
    },
  ],
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
