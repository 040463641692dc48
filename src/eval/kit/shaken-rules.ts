import type {FloatType} from '#provider/model/float-types'
import type {Stream} from '#random/stream'
import type {Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {rules} from '#world/model/usual-shifts'
import {spacingAt} from './float-type.ts'

/** Noise that means nothing moves a number of a state by so much in a step, at most. */
export const SHAKEN = 4e-6
/** How often that is halved at most: a body that touches something is carried off it by much, and stays at it by little. */
const HALVINGS = 4

/** The exact rules where a step begins, its command and where it ends are as who rounds to a type, or shakes by nothing that matters, may have them. */
export function shakenRules(environment: Environment, type: FloatType, stream: Stream): Dynamics {
  const {stateSize, actionSize} = environment
  const command = new Float64Array(actionSize)
  const shake = (values: Float64Array, from: number, to: number, by: number) => {
    for (let at = from; at < to; at++) {
      const value = values[at] ?? Number.NaN
      values[at] = value + (by + spacingAt(type, value)) * (2 * stream.uniform() - 1)
    }
  }
  return {
    ...rules(environment),
    advance(states, at, actions, from) {
      const by = SHAKEN / 2 ** stream.int(HALVINGS)
      for (let axis = 0; axis < actionSize; axis++) command[axis] = actions[from + axis] ?? Number.NaN
      shake(command, 0, actionSize, 0)
      shake(states, at, at + stateSize, by)
      environment.advance(states, at, command, 0)
      shake(states, at, at + stateSize, by)
    },
  }
}
