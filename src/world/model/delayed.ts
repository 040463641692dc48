import {type Dynamics, step} from './dynamics.ts'
import {rules} from './variants.ts'

/** Commands on their way. */
export interface Delayed {
  /** The rules where a command takes effect `steps` later; nothing is commanded before the first arrives. Remembers, so it serves one episode. */
  readonly dynamics: Dynamics
  /** What the state will be once all that is under way has taken effect. */
  ahead(state: Float64Array): Float64Array
}

export function delayed(exact: Dynamics, steps: number): Delayed {
  const underway: Float64Array[] = Array.from({length: steps}, () => new Float64Array(exact.actionSize))
  return {
    dynamics: {
      ...rules(exact),
      advance(states, at, actions, from) {
        underway.push(Float64Array.from({length: exact.actionSize}, (_, entry) => actions[from + entry] ?? Number.NaN))
        exact.advance(states, at, underway.shift() ?? new Float64Array(exact.actionSize), 0)
      },
    },
    ahead: (state) => underway.reduce((next, action) => step(exact, next, action), state),
  }
}
