import {clip, type Dynamics} from '../../model/dynamics.ts'
import {type Environment, unknownStratum} from '../../model/environment.ts'
import {TURNED} from '../../model/laws.ts'
import {at, distance, pointOf, thing} from '../../model/planar.ts'
import type {Start} from '../../model/situation.ts'
import {delayShift, gainShift, goalShift, massShift, noiseShift} from '../../model/usual-shifts.ts'
import type {Words} from '../../model/words.ts'
import {disc} from '../../picture/shapes.ts'

const KEY = 'double-integrator@1'
const DT = 0.1

/** A body of the given mass in kg pushed by forces of at most 1 an axis; exact for a force held over the step. */
export function doubleIntegratorDynamics(mass: number): Dynamics {
  return {
    stateSize: 4,
    actionSize: 2,
    advance(states, from, actions, of) {
      for (let axis = 0; axis < 2; axis++) {
        const acceleration = clip(actions[of + axis] ?? Number.NaN, -1, 1) / mass
        const speed = states[from + 2 + axis] ?? Number.NaN
        states[from + axis] = (states[from + axis] ?? Number.NaN) + speed * DT + 0.5 * acceleration * DT * DT
        states[from + 2 + axis] = speed + acceleration * DT
      }
    },
  }
}

const WORDS: Words = {
  task: 'move the body to the goal and stop there',
  rules: 'A body of 1 kg slides on a plane without friction and is pushed along both axes. 0.1 s a step.',
  state: [
    ['body.x', 'm'],
    ['body.y', 'm'],
    ['body.vx', 'm/s'],
    ['body.vy', 'm/s'],
  ],
  goal: [
    ['goal.x', 'm'],
    ['goal.y', 'm'],
  ],
  action: [
    ['force.x', '1 N'],
    ['force.y', '1 N'],
  ],
}

/** Move a free body to a point and stop there. State (x, y, vx, vy), goal (x, y). */
export const doubleIntegrator: Environment = {
  id: 'double-integrator',
  version: 1,
  key: KEY,
  dt: DT,
  ...doubleIntegratorDynamics(1),
  goalSize: 2,
  angles: [],
  sigma: [0.64, 0.636, 0.224, 0.229],
  stepBudget: 60,
  horizon: 20,
  block: 1,
  execute: 3,
  successMode: 'any',
  strata: ['default'],
  actionTypes: ['control', 'move_to'],
  reset(stream, stratum) {
    if (stratum !== 'default') throw unknownStratum(doubleIntegrator)
    const [x, y] = [2 * stream.uniform() - 1, 2 * stream.uniform() - 1]
    return {
      state: Float64Array.of(x, y, 0, 0),
      goal: Float64Array.of(2 * stream.uniform() - 1, 2 * stream.uniform() - 1),
    }
  },
  cost(states, goal, from = 0) {
    const x = at(states, from) - at(goal, 0)
    const y = at(states, from + 1) - at(goal, 1)
    const vx = at(states, from + 2)
    const vy = at(states, from + 3)
    return x * x + y * y + 0.1 * (vx * vx + vy * vy)
  },
  success(state, goal) {
    const [vx, vy] = [at(state, 2), at(state, 3)]
    return distance(state, goal) < 0.05 && Math.sqrt(vx * vx + vy * vy) < 0.15
  },
  reference: {unit: 'steps', of: (state, goal) => Math.ceil((2 * Math.sqrt(farthestAxis(state, goal))) / DT)},
  layout: {
    write: (state, goal) => [
      {...thing('body', state), metadata: {velocity: {x: at(state, 2), y: at(state, 3), z: 0}}},
      thing('goal', goal),
    ],
    read: (scene) => ({
      state: [
        ...pointOf(scene, 'body'),
        scene.metadata('body', ['velocity', 'x']),
        scene.metadata('body', ['velocity', 'y']),
      ],
      goal: pointOf(scene, 'goal'),
    }),
  },
  atGoal: (_state, goal) => [at(goal, 0), at(goal, 1), 0, 0],
  words: WORDS,
  servo: drive,
  view: {
    low: -2,
    high: 2,
    // Larger than they are: what moves is a point, which nobody could see.
    shapes: (state, goal) => [
      disc('goal', at(goal, 0), at(goal, 1), 0.15),
      disc('actuated', at(state, 0), at(state, 1), 0.12),
    ],
    readout: {of: ({0: x = 0, 1: y = 0}) => ({x, y}), stride: 3},
  },
  laws: {mirror: TURNED, atRest: (state) => [at(state, 0), at(state, 1), 0, 0]},
  expert: (state, goal) => drive(state, {x: at(goal, 0), y: at(goal, 1)}),
  ofMass: doubleIntegratorDynamics,
  shifts: [
    massShift(KEY, doubleIntegratorDynamics),
    gainShift(KEY),
    noiseShift(KEY),
    delayShift(KEY),
    goalShift(KEY, {beyond: 1}, beyond),
  ],
}

/** Forces towards a place and to a stop there. */
function drive(state: ArrayLike<number>, target: {readonly x: number; readonly y: number}): number[] {
  return [regulate(at(state, 0) - target.x, at(state, 2)), regulate(at(state, 1) - target.y, at(state, 3))]
}

/** A metre farther out in each axis: where no goal has been. */
function beyond({goal}: Start): number[] {
  return Array.from(goal, (value) => (value < 0 ? value - 1 : value + 1))
}

/** Bang-bang time of the slower axis decides: full force half of the way, full brake the rest. */
function farthestAxis(state: ArrayLike<number>, goal: ArrayLike<number>): number {
  return Math.max(Math.abs(at(state, 0) - at(goal, 0)), Math.abs(at(state, 1) - at(goal, 1)))
}

/** Linear-quadratic regulator of one axis: offset and speed to a force. */
function regulate(offset: number, speed: number): number {
  return clip(-2.76235 * offset - 2.50754 * speed, -1, 1)
}
