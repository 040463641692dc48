import {after, altered, movedBy} from '../model/altered.ts'
import {withinRange} from '../model/stranger-models.ts'
import {operatorsOf} from './operator.ts'

const {rules} = operatorsOf('state')

/** States that are believed to be elsewhere. */
export const STATE_OPERATORS = [
  // What is cut of the range in which it has learned; beyond it nothing moves.
  rules({name: 'range', magnitudes: [0.05, 0.2, 0.4, 0.6]}, (environment, cut) => withinRange(environment, 1 - cut)),
  // Error scales that the first number drifts each step.
  rules({name: 'drift', magnitudes: [0.0003, 0.001, 0.004, 0.015]}, (environment, scales) =>
    altered(environment, (step) => {
      step.now[step.at] = after(step, 0) + scales * (environment.sigma[0] ?? 0)
    }),
  ),
  // Share of its distance from zero by which each number shrinks in a step.
  rules({name: 'shrink', magnitudes: [0.0003, 0.001, 0.004, 0.015]}, (environment, share) =>
    altered(environment, (step) => {
      for (let entry = 0; entry < step.before.length; entry++)
        step.now[step.at + entry] = (1 - share) * after(step, entry)
    }),
  ),
  // Share of its motion that is lost by a body which is on the far side of zero, or of the middle.
  rules({name: 'one-half', magnitudes: [0.01, 0.03, 0.1, 0.4]}, (environment, share) =>
    altered(environment, (step) => {
      if ((step.before[0] ?? 0) > (environment.id === 'two-room' ? 0.5 : 0)) movedBy(step, 1 - share)
    }),
  ),
]
