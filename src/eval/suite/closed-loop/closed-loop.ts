import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {counted} from '../../metric/estimate.ts'
import {EFFORT, successRate} from '../../metric/finished-tasks.ts'
import {EPISODE_TRIALS, NO_LIMIT} from '../../model/suite.ts'

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
    ...EFFORT,
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
