import {AssayError} from '#error/assay-error'
import {cos, sin, wrap} from '../../math/trigonometry.ts'
import {clip, type Dynamics} from '../../model/dynamics.ts'
import {type Environment, unknownStratum} from '../../model/environment.ts'
import {TURNED} from '../../model/laws.ts'
import {at} from '../../model/planar.ts'
import {delayShift, gainShift, massShift, noiseShift} from '../../model/usual-shifts.ts'
import type {Words} from '../../model/words.ts'
import {box, disc} from '../../picture/shapes.ts'

const KEY = 'pendulum@1'
const DT = 0.05
/** The fastest it turns, in radians a second. */
export const TOP_SPEED = 8

/** A rod of the given mass in kg under gravity, torque at most 2. Source: Gymnasium `Pendulum-v1` (g 10, length 1). */
export function pendulumDynamics(mass: number): Dynamics {
  return {
    stateSize: 2,
    actionSize: 1,
    advance(states, from, actions, of) {
      const angle = states[from] ?? Number.NaN
      const torque = 2 * clip(actions[of] ?? Number.NaN, -1, 1)
      const speed = (states[from + 1] ?? Number.NaN) + (15 * sin(angle) + (3 * torque) / mass) * DT
      states[from + 1] = clip(speed, -TOP_SPEED, TOP_SPEED)
      states[from] = angle + (states[from + 1] ?? Number.NaN) * DT
    },
  }
}

const WORDS: Words = {
  task: 'swing the pendulum up and keep it upright',
  rules:
    'A rod of 1 kg and 1 m turns about one end under gravity of 10 m/s², at most 8 rad/s fast. 0.05 s a step. An angle of 0 is up.',
  state: [
    ['rod.angle', 'rad'],
    ['rod.speed', 'rad/s'],
  ],
  goal: [
    ['goal.angle', 'rad'],
    ['goal.speed', 'rad/s'],
  ],
  action: [['torque', '2 N m']],
}

/** Swing up and balance. State (angle, angular velocity), 0 is up, unwrapped; the goal is always (0, 0). */
export const pendulum: Environment = {
  id: 'pendulum',
  version: 1,
  key: KEY,
  dt: DT,
  ...pendulumDynamics(1),
  goalSize: 2,
  angles: [0],
  sigma: [0.244, 0.985],
  stepBudget: 150,
  horizon: 15,
  block: 1,
  execute: 3,
  successMode: 'any',
  strata: ['default'],
  actionTypes: ['control'],
  reset(stream, stratum) {
    if (stratum !== 'default') throw unknownStratum(pendulum)
    const angle = Math.PI + stream.uniform() - 0.5
    return {state: Float64Array.of(angle, stream.uniform() - 0.5), goal: new Float64Array(2)}
  },
  cost(states, _goal, from = 0) {
    const angle = wrap(at(states, from))
    const speed = at(states, from + 1)
    return angle * angle + 0.1 * speed * speed
  },
  success: (state) => Math.abs(wrap(at(state, 0))) < 0.15 && Math.abs(at(state, 1)) < 0.5,
  layout: {
    write(state) {
      const angle = at(state, 0)
      return [{id: 'bob', x: sin(angle), y: cos(angle), metadata: {joint: {angle, velocity: at(state, 1)}}}]
    },
    read: (scene) => ({
      state: [scene.metadata('bob', ['joint', 'angle']), scene.metadata('bob', ['joint', 'velocity'])],
      goal: [0, 0],
    }),
  },
  atGoal: () => [0, 0],
  words: WORDS,
  servo: () => {
    throw new AssayError('invalid_input', 'pendulum has no position control', {hint: 'Use Action.control([torque]).'})
  },
  view: {
    low: -1.3,
    high: 1.3,
    shapes(state) {
      const [s, c] = [sin(at(state, 0)), cos(at(state, 0))]
      // The rod lies along its own y axis, which leans to the right by the angle.
      return [
        disc('goal', 0, 1, 0.18),
        {...box('other', 0.5 * s, 0.5 * c, [0.05, 0.5]), sin: -s, cos: c},
        disc('actuated', s, c, 0.14),
      ]
    },
    readout: {of: ({0: angle = 0}) => ({sin: sin(angle), cos: cos(angle)}), stride: 3},
  },
  laws: {mirror: TURNED, atRest: (state) => Array.from(state, () => 0)},
  ofMass: pendulumDynamics,
  shifts: [massShift(KEY, pendulumDynamics), gainShift(KEY), noiseShift(KEY), delayShift(KEY)],
}
