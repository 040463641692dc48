import {clip, type Environment} from './environment.ts'
import {at} from './planar.ts'

/** How often a constraint was broken in one episode, by name. */
export type Breaches = Readonly<Record<'collisions' | 'off_track', number>>

/** A world in which somebody looks at what must not happen; for one episode. */
export interface GuardedWorld {
  readonly environment: Environment
  readonly breaches: Breaches
}

type Constraint = (before: ArrayLike<number>, action: ArrayLike<number>, after: ArrayLike<number>) => boolean

const STEP = 0.06
const TRACK_END = 2.4

/** A step of two-room that ends elsewhere than commanded: stopped by the wall or by the border. */
const collides: Constraint = (before, action, after) =>
  [0, 1].some((axis) => at(after, axis) !== at(before, axis) + STEP * clip(at(action, axis), -1, 1))

const leavesTrack: Constraint = (_before, _action, after) => Math.abs(at(after, 0)) > TRACK_END

const CONSTRAINTS: Readonly<Record<string, readonly (readonly [keyof Breaches, Constraint])[]>> = {
  'two-room': [['collisions', collides]],
  'cart-pole': [['off_track', leavesTrack]],
}

/** The environment with an eye on its constraints. */
export function guarded(environment: Environment): GuardedWorld {
  const breaches = {collisions: 0, off_track: 0}
  const constraints = CONSTRAINTS[environment.id] ?? []
  const advance: Environment['advance'] = (states, from, actions, of) => {
    const before = states.slice(from, from + environment.stateSize)
    environment.advance(states, from, actions, of)
    const action = Array.from({length: environment.actionSize}, (_, entry) => actions[of + entry] ?? Number.NaN)
    const after = states.subarray(from, from + environment.stateSize)
    for (const [name, breaks] of constraints) if (breaks(before, action, after)) breaches[name]++
  }
  return {environment: {...environment, advance}, breaches}
}
