import {cartPoleDynamics} from '#world/environment/cart-pole/cart-pole'
import {twoRoomDynamics} from '#world/environment/two-room/floor-plan'
import {hashedStream} from '#world/math/hashed-stream'
import {sin} from '#world/math/trigonometry'
import {clip, type Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {type StepChange, stepping} from './stepping.ts'

/** A wrong model of one environment. */
export interface HeldOutModel {
  readonly env: string
  make(environment: Environment): Dynamics
}

const PUSH = 0.06

/** Models that were written without a look at the others, to be found by suites that were not tuned on them. */
export const HELD_OUT_MODELS: Readonly<Record<string, HeldOutModel>> = {
  'longer-step': changed('double-integrator', (before, after) =>
    after.map((value, at) => of(before, at) + 1.03 * (value - of(before, at))),
  ),
  'one-axis-heavy': changed('double-integrator', (before, after, action) => [
    of(after, 0),
    of(after, 1),
    of(after, 2),
    of(before, 3) + (0.1 * heard(action, 1)) / 1.05,
  ]),
  drag: changed('double-integrator', (before, after) =>
    after.map((value, at) => (at < 2 ? value : value - 0.005 * of(before, at))),
  ),
  'drag-when-fast': changed('double-integrator', (before, after) => {
    const fast = Math.max(0, Math.sqrt(of(before, 2) ** 2 + of(before, 3) ** 2) - 1)
    return after.map((value, at) => (at < 2 ? value : value * (1 - 0.03 * fast)))
  }),
  'no-half-square': changed('double-integrator', (before, after) =>
    after.map((value, at) => (at < 2 ? of(before, at) + 0.1 * of(before, at + 2) : value)),
  ),
  'speed-limit': changed('double-integrator', (_, after) =>
    after.map((value, at) => (at < 2 ? value : clip(value, -1.5, 1.5))),
  ),
  crosstalk: changed('double-integrator', (_, after, action) =>
    after.map((value, at) => (at === 3 ? value + 0.002 * heard(action, 0) : value)),
  ),
  'weak-to-the-left': changed('double-integrator', (_, after, action) =>
    after.map((value, at) => (at === 2 ? value + 0.005 * Math.max(0, -heard(action, 0)) : value)),
  ),
  'far-out': changed('double-integrator', (_, after) =>
    after.map((value, at) =>
      at < 2 && Math.abs(value) > 1.3 ? value - 0.06 * (value - 1.3 * Math.sign(value)) : value,
    ),
  ),
  'wrong-period': pendulum((angle) => angle - 6.28 * Math.floor(angle / 6.28 + 0.5), {}),
  'gravity-9.81': pendulum((angle) => angle, {gravity: 14.715}),
  'explicit-euler': changed('pendulum', (before, after) => [of(before, 0) + 0.05 * of(before, 1), of(after, 1)]),
  'slow-top': pendulum((angle) => angle, {top: 7.5}),
  damped: pendulum((angle) => angle, {damping: 0.02}),
  'heavy-pole': changed('cart-pole', (before, after) => [
    of(after, 0),
    of(after, 1),
    of(after, 2),
    of(before, 3) + 0.98 * (of(after, 3) - of(before, 3)),
  ]),
  'semi-implicit': changed('cart-pole', (before, after) => [
    of(before, 0) + 0.02 * of(after, 1),
    of(after, 1),
    of(before, 2) + 0.02 * of(after, 3),
    of(after, 3),
  ]),
  'heavy-cart': {env: 'cart-pole', make: () => cartPoleDynamics(1.03)},
  'end-stops': changed('cart-pole', (_, after) =>
    Math.abs(of(after, 0)) > 2.4 ? [2.4 * Math.sign(of(after, 0)), 0, of(after, 2), of(after, 3)] : after,
  ),
  'door-to-one-side': changed('two-room', (before, after) =>
    of(before, 0) >= 0.52 && of(after, 0) < 0.52 ? [0.52, of(after, 1)] : after,
  ),
  'low-door': {env: 'two-room', make: () => twoRoomDynamics({low: 0.21, high: 0.37})},
  'no-border': changed('two-room', (before, after, action) =>
    after.map((value, at) => (value <= 0.02 || value >= 0.98 ? of(before, at) + PUSH * heard(action, at) : value)),
  ),
  'small-dead-zone': changed('two-room', (before, after, action) =>
    after.map((value, at) => (Math.abs(heard(action, at)) < 0.1 ? of(before, at) : value)),
  ),
  'ghost-high-up': changed('two-room', (before, after, action) =>
    of(before, 1) > 0.85 ? [clip(of(before, 0) + PUSH * heard(action, 0), 0.02, 0.98), of(after, 1)] : after,
  ),
  'jump-of-0.1': changed('two-room', (before, after, action) =>
    hashedStream(Float64Array.of(...before, ...action)).uniform() < 0.002
      ? [clip(of(after, 0) + 0.1, 0.02, 0.98), of(after, 1)]
      : after,
  ),
  'noise-of-2-percent': changed('two-room', (before, after, action) => {
    const stream = hashedStream(Float64Array.of(...before, ...action))
    return after.map((value) => value + 0.0006 * stream.gaussian())
  }),
  'no-spin': changed('push-block', (before, after) => [...after.slice(0, 4), of(before, 4)]),
  'turned-spin': changed('push-block', (before, after) => [...after.slice(0, 4), 2 * of(before, 4) - of(after, 4)]),
  'sticky-block': changed('push-block', (before, after) =>
    after.map((value, at) => (at < 2 ? value : of(before, at) + 0.95 * (value - of(before, at)))),
  ),
}

function changed(env: string, change: StepChange): HeldOutModel {
  return {env, make: (environment) => stepping(environment, change)}
}

interface Rod {
  readonly gravity?: number
  readonly top?: number
  readonly damping?: number
}

function pendulum(seen: (angle: number) => number, {gravity = 15, top = 8, damping = 0}: Rod): HeldOutModel {
  return changed('pendulum', (before, _, action) => {
    const force = gravity * sin(seen(of(before, 0))) + 6 * heard(action, 0) - damping * of(before, 1)
    const speed = clip(of(before, 1) + 0.05 * force, -top, top)
    return [of(before, 0) + 0.05 * speed, speed]
  })
}

function of(values: readonly number[], at: number): number {
  return values[at] ?? Number.NaN
}

/** A command as the rules take it. */
function heard(action: readonly number[], at: number): number {
  return clip(action[at] ?? Number.NaN, -1, 1)
}
