import {pushBlockDynamics} from '#world/environment/push-block/dynamics'
import {twoRoomDynamics} from '#world/environment/two-room/floor-plan'
import {hashedStream} from '#world/math/hashed-stream'
import type {Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {rules} from '#world/model/usual-shifts'
import {commandedOtherwise} from './altered.ts'
import {stepping} from './stepping.ts'

/** The rules a stranger believes in; undefined where the fault makes no sense. */
export type StrangerModel = (environment: Environment) => Dynamics | undefined

/** How far each number of a state went in what the author of a stranger's model has seen. */
const RANGE: Readonly<Record<string, readonly number[]>> = {
  'double-integrator': [2, 2, 2, 2],
  pendulum: [10, 8],
  'cart-pole': [2.4, 3, 0.5, 3],
  'two-room': [0.98, 0.98],
  'push-block': [0.4, 0.4, 0.3, 0.3, 4],
}

/** Models that are wrong in ways that suites were found not to see. */
export const WRONG_MODELS: Readonly<Record<string, StrangerModel>> = {
  'range-80': (environment) => withinRange(environment, 0.8),
  'no-clip': (environment) => beyondLimit(environment, 1),
  'friction-0.4': ({id}) => (id === 'push-block' ? pushBlockDynamics(0.4) : undefined),
  'time-1.02': (environment) => longer(environment, 1.02),
  'time-1.05': (environment) => longer(environment, 1.05),
  'time-1.2': (environment) => longer(environment, 1.2),
  'wide-door': ({id}) => (id === 'two-room' ? twoRoomDynamics({low: 0.19, high: 0.41}) : undefined),
  'dead-zone': (environment) => deadZone(environment, 0.2),
  'rare-jump': (environment) => jumping(environment, 0.002),
}

/** Exact up to a share of the range it has seen, and beyond it nothing moves. */
export function withinRange(environment: Environment, share: number): Dynamics {
  const range = RANGE[environment.id]
  return stepping(environment, (before, after) =>
    before.some((value, entry) => Math.abs(value) > share * (range?.[entry] ?? 1)) ? before : after,
  )
}

/** Commands beyond the limit take a step further, by a share of what they are beyond it. */
export function beyondLimit(environment: Environment, share: number): Dynamics {
  return stepping(environment, (before, after, action) => {
    const most = Math.max(...action.map(Math.abs))
    if (most <= 1) return after
    return after.map((value, entry) => value + share * (most - 1) * (value - (before[entry] ?? 0)))
  })
}

/** Commands smaller than `width` are not heard. */
export function deadZone(environment: Environment, width: number): Dynamics {
  return commandedOtherwise(environment, (value) => (Math.abs(value) < width ? 0 : value))
}

/** Some steps, by `chance`, end an error scale further on; always the same ones. */
export function jumping(environment: Environment, chance: number): Dynamics {
  return stepping(environment, (before, after, action) => {
    const stream = hashedStream(Float64Array.of(...before, ...action))
    return stream.uniform() < chance ? after.map((value, entry) => value + (environment.sigma[entry] ?? 0)) : after
  })
}

let drawn = 0

/** The exact rules as an honest stranger computes them: rounded, shaken by nothing that matters, or added up in another order. */
export const RIGHT_MODELS: Readonly<Record<string, StrangerModel>> = {
  float32: (environment) => stepping(environment, (_, after) => after.map(Math.fround)),
  'noise-1e-9': (environment) => shaken(environment, 1e-9),
  'noise-1e-6': (environment) => shaken(environment, 1e-6),
  'other-order': (environment) =>
    stepping(environment, (before, after) =>
      after.map((value, entry) => ((before[entry] ?? 0) * 3 + (value - (before[entry] ?? 0)) * 3) / 3),
    ),
}

/** Rules whose numbers are of half precision: where a step begins, its command, and where it ends. */
export function halfPrecision(environment: Environment, dynamics: Dynamics = environment): Dynamics {
  const {stateSize, actionSize} = environment
  const half = (values: ArrayLike<number> & {[at: number]: number}, from: number, size: number) => {
    for (let at = from; at < from + size; at++) values[at] = Math.f16round(values[at] ?? Number.NaN)
  }
  return {
    ...rules(environment),
    advance(states, at, actions, from) {
      const command = Float64Array.from({length: actionSize}, (_, axis) => actions[from + axis] ?? Number.NaN)
      half(command, 0, actionSize)
      half(states, at, stateSize)
      dynamics.advance(states, at, command, 0)
      half(states, at, stateSize)
    },
  }
}

/** Other numbers every time, as of a device that adds in no fixed order. */
function shaken(environment: Environment, spread: number): Dynamics {
  return stepping(environment, (_, after) => {
    const stream = hashedStream(Float64Array.of(++drawn))
    return after.map((value) => value + spread * stream.gaussian())
  })
}

/** Each step goes further by a factor, as with a longer time step. */
export function longer(environment: Environment, factor: number): Dynamics {
  return stepping(environment, (before, after) =>
    after.map((value, entry) => (before[entry] ?? 0) + factor * (value - (before[entry] ?? 0))),
  )
}
