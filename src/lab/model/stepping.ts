import type {Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {rules} from '#world/model/usual-shifts'

/** What becomes of a step, with the state before it and the command. */
export type StepChange = (
  before: readonly number[],
  after: readonly number[],
  action: readonly number[],
) => readonly number[]

/** The exact rules, and what a stranger makes of each step. */
export function stepping(environment: Environment, change: StepChange): Dynamics {
  const {stateSize, actionSize} = environment
  return {
    ...rules(environment),
    advance(states, at, actions, from) {
      const entries = (values: ArrayLike<number>, start: number, size: number) =>
        Array.from({length: size}, (_, entry) => values[start + entry] ?? Number.NaN)
      const before = entries(states, at, stateSize)
      environment.advance(states, at, actions, from)
      const after = change(before, entries(states, at, stateSize), entries(actions, from, actionSize))
      for (const [entry, value] of after.entries()) states[at + entry] = value
    },
  }
}
