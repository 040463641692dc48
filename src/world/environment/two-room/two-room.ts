import type {Stream} from '#random/stream'
import {clip} from '../../model/dynamics.ts'
import {type Environment, unknownStratum} from '../../model/environment.ts'
import {at, distance, pointOf, thing, toward} from '../../model/planar.ts'
import type {Words} from '../../model/words.ts'
import {doorExpert} from './door-expert.ts'
import {CONTACT, DOOR, geodesic, POINT_STEP, twoRoomDynamics, WALL} from './floor-plan.ts'
import {twoRoomLaws} from './laws.ts'
import {TWO_ROOM, TWO_ROOM_SHIFTS} from './shifts.ts'
import {viewOf} from './view.ts'

const NEAR = 0.06

const WORDS: Words = {
  task: 'go to the goal through the door',
  rules:
    'A point between walls moves at most 0.06 m a step along each axis; the wall from 0.48 to 0.52 m is open between the heights 0.22 and 0.38 m.',
  state: [
    ['walker.x', 'm'],
    ['walker.y', 'm'],
  ],
  goal: [
    ['goal.x', 'm'],
    ['goal.y', 'm'],
  ],
  action: [
    ['step.x', '0.06 m a step'],
    ['step.y', '0.06 m a step'],
  ],
}

/** Two rooms and a door: a point that moves at most .06 a step and must find its way round the wall. State (x, y), goal (x, y). */
export const twoRoom: Environment = {
  id: 'two-room',
  version: 1,
  key: TWO_ROOM,
  dt: 1,
  ...twoRoomDynamics(DOOR),
  goalSize: 2,
  angles: [],
  sigma: [0.289, 0.27],
  stepBudget: 60,
  horizon: 8,
  block: 3,
  execute: 1,
  successMode: 'any',
  strata: ['cross', 'same-room'],
  actionTypes: ['control', 'move_to'],
  reset(stream, stratum) {
    const startsLeft = stream.uniform() < 0.5
    if (stratum === 'cross') {
      const left = inRoom(stream, true)
      const right = inRoom(stream, false)
      return startsLeft ? {state: left, goal: right} : {state: right, goal: left}
    }
    if (stratum === 'same-room') return {state: inRoom(stream, startsLeft), goal: inRoom(stream, startsLeft)}
    throw unknownStratum(twoRoom)
  },
  cost: (states, goal, at = 0) =>
    geodesic(states[at] ?? Number.NaN, states[at + 1] ?? Number.NaN, goal[0] ?? Number.NaN, goal[1] ?? Number.NaN),
  success: (state, goal) => distance(state, goal) < NEAR,
  reference: {unit: 'length', of: (state, goal) => twoRoom.cost(state, goal)},
  layout: {
    write: (state, goal) => [thing('walker', state), thing('goal', goal)],
    read: (scene) => ({state: pointOf(scene, 'walker'), goal: pointOf(scene, 'goal')}),
  },
  atGoal: (_state, goal) => [at(goal, 0), at(goal, 1)],
  words: WORDS,
  servo: (state, target) => toward(state, target, POINT_STEP),
  view: viewOf(DOOR),
  laws: twoRoomLaws,
  expert: doorExpert((DOOR.low + DOOR.high) / 2),
  constraints: [{name: 'collisions', breaks: collides}],
  solid: {
    without: twoRoomDynamics(undefined),
    headOn: (state) => [Math.sign(WALL - at(state, 0)), 0],
  },
  shifts: TWO_ROOM_SHIFTS,
}

/** A uniform point of a room, clear of its walls. Draws x, then y. */
function inRoom(stream: Stream, left: boolean): Float64Array {
  const x = (left ? 0.05 : 0.55) + 0.4 * stream.uniform()
  return Float64Array.of(x, 0.05 + 0.9 * stream.uniform())
}

/** A step that ends elsewhere than commanded: stopped by the wall or by the border. Who goes up to it may be off by a rounding, and touches it. */
function collides(before: ArrayLike<number>, action: ArrayLike<number>, after: ArrayLike<number>): boolean {
  const missed = (axis: number) => at(after, axis) - at(before, axis) - POINT_STEP * clip(at(action, axis), -1, 1)
  return [0, 1].some((axis) => Math.abs(missed(axis)) > CONTACT)
}
