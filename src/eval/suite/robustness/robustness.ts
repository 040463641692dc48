import {SHIFTS} from '#world/environments'
import {SHIFT_FACTORS} from '#world/model/shift-factor'
import type {SuiteEntry} from '../../kit/suite-entry.ts'
import {successRate} from '../../metric/finished-tasks.ts'
import {EPISODE_TRIALS} from '../../model/suite.ts'

export const robustness: SuiteEntry = {
  name: 'robustness',
  kind: 'robustness',
  version: 1,
  level: 'L6',
  question: 'Does planning with it survive a world that is a little other?',
  groundTruth:
    'the environment with another mass, friction, gain, door, sight, delay or goals, of which the model is not told',
  claim: 'planning with this model finishes the tasks in every shifted world',
  asks: ['predict', 'score'],
  expected: 'the task is finished in the shifted world too',
  trials: EPISODE_TRIALS,
  cells: 'environment',
  sets: SHIFT_FACTORS,
  shifts: SHIFTS.map(({factor, version, environment, parameters}) => ({factor, version, environment, parameters})),
  load: () => import('../../kit/make-episode-cells.ts').then(({makeEpisodeCells}) => makeEpisodeCells),
  metrics: [
    // One rule a factor, and all must hold: the worst decides.
    successRate(0.5),
  ],
}
