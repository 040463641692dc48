import type {Stream} from '#random/stream'
import {cos, sin} from '../../math/trigonometry.ts'
import {type Environment, unknownStratum} from '../../model/environment.ts'
import {at, distance, pointOf, thing, toward} from '../../model/planar.ts'
import type {Words} from '../../model/words.ts'
import {PUSHER_STEP, pushBlockDynamics, USUAL_FRICTION} from './dynamics.ts'
import {pushBlockLaws} from './laws.ts'
import {PUSH_BLOCK, PUSH_BLOCK_SHIFTS} from './shifts.ts'
import {pushBlockView} from './view.ts'

const TWO_PI = 2 * Math.PI
const CLOSE = 0.01
const BEHIND = 0.075
const FACES: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
]

const WORDS: Words = {
  task: 'push the block to the goal',
  rules:
    'A point pushes a square of 0.1 m that slides without inertia: limit surface of radius 0.038 m, friction 0.5 at the contact.',
  state: [
    ['pusher.x', 'm'],
    ['pusher.y', 'm'],
    ['block.x', 'm'],
    ['block.y', 'm'],
    ['block.angle', 'rad'],
  ],
  goal: [
    ['goal.x', 'm'],
    ['goal.y', 'm'],
  ],
  action: [
    ['step.x', '0.02 m a step'],
    ['step.y', '0.02 m a step'],
  ],
}

/** Push a block to a place without grasping it. State (pusher x, y, block x, y, block angle), goal (x, y) of the block. */
export const pushBlock: Environment = {
  id: 'push-block',
  version: 1,
  key: PUSH_BLOCK,
  dt: 1,
  ...pushBlockDynamics(USUAL_FRICTION),
  goalSize: 2,
  angles: [4],
  sigma: [0.111, 0.11, 0.0585, 0.0575, 0.46],
  stepBudget: 120,
  horizon: 10,
  block: 2,
  execute: 1,
  successMode: 'any',
  strata: ['free', 'contact'],
  actionTypes: ['control', 'move_to'],
  reset(stream, stratum) {
    if (stratum !== 'free' && stratum !== 'contact') throw unknownStratum(pushBlock)
    const [x, y] = [0.2 * (stream.uniform() - 0.5), 0.2 * (stream.uniform() - 0.5)]
    const angle = ((stream.uniform() - 0.5) * Math.PI) / 2
    const [goalX, goalY] = around(x, y, TWO_PI * stream.uniform(), 0.1 + 0.08 * stream.uniform())
    const [px, py] = stratum === 'free' ? around(x, y, TWO_PI * stream.uniform(), 0.12) : atFace(stream, x, y, angle)
    return {state: Float64Array.of(px, py, x, y, angle), goal: Float64Array.of(goalX, goalY)}
  },
  cost(states, goal, from = 0) {
    const x = at(states, from + 2)
    const y = at(states, from + 3)
    const dx = at(goal, 0) - x
    const dy = at(goal, 1) - y
    const away = Math.sqrt(dx * dx + dy * dy)
    if (away <= CLOSE) return away
    const behind = BEHIND / (away + 1e-9)
    const ex = at(states, from) - x + behind * dx
    const ey = at(states, from + 1) - y + behind * dy
    return away + 0.15 * Math.sqrt(ex * ex + ey * ey)
  },
  success: (state, goal) => distance([at(state, 2), at(state, 3)], goal) < 0.02,
  layout: {
    write: (state, goal) => [
      thing('pusher', state),
      {...thing('block', state, 2), metadata: {joint: {angle: at(state, 4)}}},
      thing('goal', goal),
    ],
    read: (scene) => ({
      state: [...pointOf(scene, 'pusher'), ...pointOf(scene, 'block'), scene.metadata('block', ['joint', 'angle'])],
      goal: pointOf(scene, 'goal'),
    }),
  },
  atGoal: pushedThere,
  words: WORDS,
  servo: (state, target) => toward(state, target, PUSHER_STEP),
  view: pushBlockView,
  laws: pushBlockLaws,
  solid: {without: pushBlockDynamics(undefined), headOn},
  shifts: PUSH_BLOCK_SHIFTS,
}

/** The block at the goal as it is turned now, and the pusher behind it, where it would have come from. */
function pushedThere(state: ArrayLike<number>, goal: ArrayLike<number>): number[] {
  const [x, y] = [at(goal, 0) - at(state, 2), at(goal, 1) - at(state, 3)]
  const behind = BEHIND / (Math.sqrt(x * x + y * y) + 1e-9)
  return [at(goal, 0) - behind * x, at(goal, 1) - behind * y, at(goal, 0), at(goal, 1), at(state, 4)]
}

function around(x: number, y: number, angle: number, radius: number): [number, number] {
  return [x + radius * cos(angle), y + radius * sin(angle)]
}

/** Just outside one of the block's faces, somewhere along it. Draws the face, then the offset. */
function atFace(stream: Stream, x: number, y: number, angle: number): [number, number] {
  const [nx, ny] = FACES[stream.int(4)] ?? [1, 0]
  const offset = 0.06 * (stream.uniform() - 0.5)
  const [lx, ly] = [0.055 * nx - offset * ny, 0.055 * ny + offset * nx]
  return [x + cos(angle) * lx - sin(angle) * ly, y + sin(angle) * lx + cos(angle) * ly]
}

/** Straight at the middle of the block. */
function headOn(state: ArrayLike<number>): number[] {
  const [x, y] = [at(state, 2) - at(state, 0), at(state, 3) - at(state, 1)]
  const most = Math.max(Math.abs(x), Math.abs(y))
  return most === 0 ? [0, 0] : [x / most, y / most]
}
