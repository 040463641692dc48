import {AssayError} from '#error/assay-error'
import {cos, sin} from '../../math/trigonometry.ts'
import {clip, type Dynamics} from '../../model/dynamics.ts'
import {type Environment, unknownStratum} from '../../model/environment.ts'
import {TURNED} from '../../model/laws.ts'
import {at} from '../../model/planar.ts'
import {delayShift, gainShift, massShift, noiseShift} from '../../model/usual-shifts.ts'
import type {Words} from '../../model/words.ts'
import {box, disc} from '../../picture/shapes.ts'

const KEY = 'cart-pole@1'
const DT = 0.02
const TRACK_END = 2.4
const STEEPEST = Math.PI / 15

/** A pole on a cart, force at most 10, explicit Euler. `mass` is the cart's in kg. Source: Gymnasium `CartPole-v1` (pole .1 kg, half length .5). */
export function cartPoleDynamics(mass: number): Dynamics {
  const total = mass + 0.1
  return {
    stateSize: 4,
    actionSize: 1,
    advance(states, from, actions, of) {
      const position = states[from] ?? Number.NaN
      const speed = states[from + 1] ?? Number.NaN
      const angle = states[from + 2] ?? Number.NaN
      const turning = states[from + 3] ?? Number.NaN
      const s = sin(angle)
      const c = cos(angle)
      const push = (10 * clip(actions[of] ?? Number.NaN, -1, 1) + 0.05 * turning * turning * s) / total
      const angular = (9.8 * s - push * c) / (0.5 * (4 / 3 - (0.1 * c * c) / total))
      const linear = push - (0.05 * angular * c) / total
      states[from] = position + DT * speed
      states[from + 1] = speed + DT * linear
      states[from + 2] = angle + DT * turning
      states[from + 3] = turning + DT * angular
    },
  }
}

const WORDS: Words = {
  task: 'keep the pole upright and the cart on its track',
  rules:
    'A cart of 1 kg with a pole of 0.1 kg and 1 m that turns on it, under gravity of 9.8 m/s². 0.02 s a step. An angle of 0 is up.',
  state: [
    ['cart.x', 'm'],
    ['cart.vx', 'm/s'],
    ['pole.angle', 'rad'],
    ['pole.speed', 'rad/s'],
  ],
  goal: [
    ['goal.x', 'm'],
    ['goal.vx', 'm/s'],
    ['goal.angle', 'rad'],
    ['goal.speed', 'rad/s'],
  ],
  action: [['force', '10 N']],
}

/** Keep a pole upright and the cart on its track for the whole budget. State (x, x', angle, angle'), the goal is always zeros. */
export const cartPole: Environment = {
  id: 'cart-pole',
  version: 1,
  key: KEY,
  dt: DT,
  ...cartPoleDynamics(1),
  goalSize: 4,
  // Its cost and its end tell one turn from the next.
  angles: [],
  sigma: [0.115, 0.458, 0.235, 1.11],
  stepBudget: 200,
  horizon: 15,
  block: 1,
  execute: 3,
  successMode: 'hold',
  strata: ['default'],
  actionTypes: ['control'],
  reset(stream, stratum) {
    if (stratum !== 'default') throw unknownStratum(cartPole)
    return {state: new Float64Array(4).map(() => 0.1 * (stream.uniform() - 0.5)), goal: new Float64Array(4)}
  },
  cost(states, _goal, from = 0) {
    const x = at(states, from)
    const speed = at(states, from + 1)
    const angle = at(states, from + 2)
    const turning = at(states, from + 3)
    return x * x + 10 * angle * angle + 0.1 * speed * speed + 0.1 * turning * turning
  },
  success: (state) => Math.abs(at(state, 0)) <= TRACK_END && Math.abs(at(state, 2)) <= STEEPEST,
  layout: {
    write(state) {
      const [x, speed, angle, velocity] = [at(state, 0), at(state, 1), at(state, 2), at(state, 3)]
      return [
        {id: 'cart', x, y: 0, metadata: {velocity: {x: speed, y: 0, z: 0}}},
        {id: 'pole', x: x + 0.5 * sin(angle), y: 0.5 * cos(angle), metadata: {joint: {angle, velocity}}},
      ]
    },
    read: (scene) => ({
      state: [
        scene.position('cart').x,
        scene.metadata('cart', ['velocity', 'x']),
        scene.metadata('pole', ['joint', 'angle']),
        scene.metadata('pole', ['joint', 'velocity']),
      ],
      goal: [0, 0, 0, 0],
    }),
  },
  atGoal: () => [0, 0, 0, 0],
  words: WORDS,
  servo: () => {
    throw new AssayError('invalid_input', 'cart-pole has no position control', {hint: 'Use Action.control([force]).'})
  },
  view: {
    low: -2.6,
    high: 2.6,
    shapes(state) {
      const [x, s, c] = [at(state, 0), sin(at(state, 2)), cos(at(state, 2))]
      return [
        box('wall', 0, -0.2, [TRACK_END, 0.05]),
        disc('goal', 0, 1, 0.2),
        {...box('other', x + 0.5 * s, 0.5 * c, [0.06, 0.5]), sin: -s, cos: c},
        box('actuated', x, 0, [0.3, 0.15]),
      ]
    },
    readout: {
      of: ({0: x = 0, 2: angle = 0}) => ({x, sin: sin(angle)}),
      stride: 8,
      scatter: (u) => [1.2 * u(), 0, 0, 0],
    },
  },
  laws: {mirror: TURNED, atRest: (state) => Array.from(state, () => 0)},
  expert: (state) => [
    clip(2.39033 * at(state, 0) + 2.77526 * at(state, 1) + 15.4234 * at(state, 2) + 3.57132 * at(state, 3), -1, 1),
  ],
  constraints: [{name: 'off_track', breaks: (_before, _action, after) => Math.abs(at(after, 0)) > TRACK_END}],
  ofMass: cartPoleDynamics,
  shifts: [massShift(KEY, cartPoleDynamics), gainShift(KEY), noiseShift(KEY), delayShift(KEY)],
}
