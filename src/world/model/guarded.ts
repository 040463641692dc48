import type {Breaches} from './constraint.ts'
import type {Environment} from './environment.ts'

/** A world in which somebody looks at what must not happen; for one episode. */
export interface GuardedWorld {
  readonly environment: Environment
  readonly breaches: Breaches
}

/** The environment with an eye on its constraints. */
export function guarded(environment: Environment): GuardedWorld {
  const breaches = {collisions: 0, off_track: 0}
  const {constraints = []} = environment
  const advance: Environment['advance'] = (states, from, actions, of) => {
    const before = states.slice(from, from + environment.stateSize)
    environment.advance(states, from, actions, of)
    const action = Array.from({length: environment.actionSize}, (_, entry) => actions[of + entry] ?? Number.NaN)
    const after = states.subarray(from, from + environment.stateSize)
    for (const {name, breaks} of constraints) if (breaks(before, action, after)) breaches[name]++
  }
  return {environment: {...environment, advance}, breaches}
}
