import type {Stream} from '#random/stream'
import {clip, type Dynamics, type Environment, unknownStratum} from '../../model/environment.ts'
import {distance, pointOf, thing, toward} from '../../model/planar.ts'
import {DOOR, type Door} from './door.ts'
import {geodesic, inDoor, LEFT_LIP, RIGHT_LIP, throughDoor} from './geodesic.ts'

const STEP = 0.06
const LOW = 0.02
const HIGH = 0.98
const NEAR = 0.06

/** Steps of at most .06 in each axis. The door is the only opening of the wall; without a door there is no wall either, as in a model that plans straight through. */
export function twoRoomDynamics(door: Door | undefined): Dynamics {
  return {
    stateSize: 2,
    actionSize: 2,
    advance(states, at, actions, from) {
      const x = states[at] ?? Number.NaN
      const y = states[at + 1] ?? Number.NaN
      let nextX = clip(x + STEP * clip(actions[from] ?? Number.NaN, -1, 1), LOW, HIGH)
      let nextY = clip(y + STEP * clip(actions[from + 1] ?? Number.NaN, -1, 1), LOW, HIGH)
      const isInside = x > LEFT_LIP && x < RIGHT_LIP
      if (door && isInside) nextY = throughDoor(nextY, door)
      else if (door && !(inDoor(y, door) && inDoor(nextY, door))) nextX = stoppedAtWall(x, nextX)
      states[at] = nextX
      states[at + 1] = nextY
    },
  }
}

/** Two rooms and a door: a point that moves at most .06 a step and must find its way round the wall. State (x, y), goal (x, y). */
export const twoRoom: Environment = {
  id: 'two-room',
  version: 1,
  key: 'two-room@1',
  dt: 1,
  ...twoRoomDynamics(DOOR),
  door: DOOR,
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
  servo: (state, target) => toward(state, target, STEP),
}

/** A uniform point of a room, clear of its walls. Draws x, then y. */
function inRoom(stream: Stream, left: boolean): Float64Array {
  const x = (left ? 0.05 : 0.55) + 0.4 * stream.uniform()
  return Float64Array.of(x, 0.05 + 0.9 * stream.uniform())
}

function stoppedAtWall(x: number, nextX: number): number {
  return x <= LEFT_LIP ? Math.min(nextX, LEFT_LIP) : Math.max(nextX, RIGHT_LIP)
}
