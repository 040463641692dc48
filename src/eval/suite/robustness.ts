import {SHIFT_FACTORS} from '#world/shift'
import {SHIFTS} from '#world/shifts'
import {EPISODE_TRIALS, type Suite} from '../suite.ts'
import {successRate} from './success-rate.ts'

export const robustness: Suite = {
  name: 'robustness',
  kind: 'robustness',
  version: 1,
  level: 'L6',
  question: 'Does planning with it survive a world that is a little other?',
  groundTruth:
    'the environment with another mass, friction, gain, door, sight, delay or goals, of which the model is not told',
  claim: 'planning with this model finishes the tasks in every shifted world',
  trials: EPISODE_TRIALS,
  cells: 'environment',
  sets: SHIFT_FACTORS,
  shifts: SHIFTS.map(({factor, version, environment, parameters}) => ({factor, version, environment, parameters})),
  metrics: [
    // One rule a factor, and all must hold: the worst decides.
    successRate(0.5),
  ],
}
