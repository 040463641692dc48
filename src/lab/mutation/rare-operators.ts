import {hashedStream} from '#world/math/hashed-stream'
import {altered, movedBy, questionOf} from '../model/altered.ts'
import {jumping} from '../model/stranger-models.ts'
import {operatorsOf} from './operator.ts'

const {rules} = operatorsOf('rare')

/** What goes wrong seldom, or in one corner. */
export const RARE_OPERATORS = [
  // The chance that a step ends an error scale off.
  rules({name: 'jump', magnitudes: [1e-5, 1e-4, 1e-3, 1e-2]}, jumping),
  // The chance that a step is missed.
  rules({name: 'missed-step', magnitudes: [0.0003, 0.002, 0.01, 0.06]}, (environment, chance) =>
    altered(environment, (step) => {
      if (hashedStream(questionOf(step)).uniform() < chance) movedBy(step, 0)
    }),
  ),
  // The chance that an answer is no number.
  rules({name: 'no-number', magnitudes: [1e-6, 1e-5, 1e-4, 1e-3]}, (environment, chance) =>
    altered(environment, (step) => {
      if (hashedStream(questionOf(step)).uniform() < chance) step.now[step.at] = Number.NaN
    }),
  ),
  // A pocket of so many error scales around one place, in which half of each step is lost.
  rules({name: 'pocket', magnitudes: [0.1, 0.2, 0.4, 0.8]}, (environment, radius) => {
    const middle = MIDDLES[environment.id] ?? []
    return altered(environment, (step) => {
      let sum = 0
      for (let entry = 0; entry < step.before.length; entry++)
        sum += (((step.before[entry] ?? 0) - (middle[entry] ?? 0)) / (environment.sigma[entry] ?? 1)) ** 2
      if (sum < step.before.length * radius * radius) movedBy(step, 0.5)
    })
  }),
]

/** Where a body often is: what is left out is 0. */
const MIDDLES: Readonly<Record<string, readonly number[]>> = {
  'double-integrator': [0.2, 0.2],
  pendulum: [3, 0.5],
  'two-room': [0.4, 0.3],
  'push-block': [-0.05, 0, 0.02, 0.02],
}
