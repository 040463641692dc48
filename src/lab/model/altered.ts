import {clip, type Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {rules} from '#world/model/usual-shifts'

/** One step as the rules make it, open to be changed: the state before it, the command as the rules take it, and the state after it at `now[at]`. */
export interface Step {
  readonly before: Float64Array
  readonly command: Float64Array
  readonly now: Float64Array
  readonly at: number
}

/** The rules of an environment, with each step changed in place afterwards. Nothing is made anew for a step: planners ask for millions. */
export function altered(environment: Environment, change: (step: Step) => void): Dynamics {
  const {stateSize, actionSize} = environment
  const before = new Float64Array(stateSize)
  const command = new Float64Array(actionSize)
  return {
    ...rules(environment),
    advance(states, at, actions, from) {
      for (let entry = 0; entry < stateSize; entry++) before[entry] = states[at + entry] ?? Number.NaN
      for (let axis = 0; axis < actionSize; axis++) command[axis] = clip(actions[from + axis] ?? Number.NaN, -1, 1)
      environment.advance(states, at, actions, from)
      change({before, command, now: states, at})
    },
  }
}

/** The rules of an environment under other commands: `change` makes of what was commanded, before it is clipped, what is heard. */
export function commandedOtherwise(
  environment: Environment,
  change: (value: number, axis: number, all: Float64Array) => number,
): Dynamics {
  const {actionSize} = environment
  const given = new Float64Array(actionSize)
  const heard = new Float64Array(actionSize)
  return {
    ...rules(environment),
    advance(states, at, actions, from) {
      for (let axis = 0; axis < actionSize; axis++) given[axis] = actions[from + axis] ?? Number.NaN
      for (let axis = 0; axis < actionSize; axis++) heard[axis] = change(given[axis] ?? Number.NaN, axis, given)
      environment.advance(states, at, heard, 0)
    },
  }
}

/** A number of the state after a step. */
export function after({now, at}: Step, entry: number): number {
  return now[at + entry] ?? Number.NaN
}

/** Scales how far each step goes: 0 stays where it was, 1 is right. */
export function movedBy({before, now, at}: Step, share: number): void {
  for (let entry = 0; entry < before.length; entry++) {
    const from = before[entry] ?? Number.NaN
    now[at + entry] = from + share * ((now[at + entry] ?? Number.NaN) - from)
  }
}

/** Draws that belong to the question, the state and the command together. */
export function questionOf({before, command}: Step): Float64Array {
  return Float64Array.of(...before, ...command)
}
