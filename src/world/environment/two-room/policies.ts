import type {Stream} from '#random/stream'
import {at, toward} from '../../model/planar.ts'
import {doorExpert} from './door-expert.ts'
import {DOOR, POINT_STEP} from './floor-plan.ts'

/** One action from what is seen and wanted; the stream is for policies that are not sure. */
export type Policy = (state: ArrayLike<number>, goal: ArrayLike<number>, stream: Stream) => number[]

const door = doorExpert((DOOR.low + DOOR.high) / 2)
const mistaken = doorExpert(0.8)

/** Policies of two-room from useless to perfect, to be told apart: their true success is known well. */
export const TWO_ROOM_POLICIES: ReadonlyMap<string, Policy> = new Map<string, Policy>([
  ['random', (_state, _goal, stream) => [2 * stream.uniform() - 1, 2 * stream.uniform() - 1]],
  // Straight to the goal, and into the wall where it stands between.
  ['greedy', (state, goal) => toward(state, {x: at(goal, 0), y: at(goal, 1)}, POINT_STEP)],
  ['door', (state, goal) => door(state, goal)],
  ['door-slow', (state, goal) => door(state, goal).map((value) => value / 4)],
  ['door-noisy', (state, goal, stream) => door(state, goal).map((value) => value + 1.5 * stream.gaussian())],
  ['door-mistaken', (state, goal) => mistaken(state, goal)],
])
