import {clip, type Dynamics} from '../../model/dynamics.ts'
import {CONTACT, type Door, isSunk, LEFT_LIP, POINT_STEP, RIGHT_LIP, WALL} from './floor-plan.ts'
import {inDoor, throughDoor} from './geodesic.ts'

const LOW = 0.02
const HIGH = 0.98

/**
 * Steps of at most .06 in each axis. The door is the only opening of the wall; without a door there is no wall either, as in a model that plans straight
 * through. What touches the wall within `CONTACT` rests on it, and an edge of the door is as wide: no last digit carries a body through.
 */
export function twoRoomDynamics(door: Door | undefined): Dynamics {
  const mouth = door && {low: door.low - CONTACT, high: door.high + CONTACT}
  return {
    stateSize: 2,
    actionSize: 2,
    advance(states, at, actions, from) {
      const x = states[at] ?? Number.NaN
      const y = states[at + 1] ?? Number.NaN
      let nextX = clip(x + POINT_STEP * clip(actions[from] ?? Number.NaN, -1, 1), LOW, HIGH)
      let nextY = clip(y + POINT_STEP * clip(actions[from + 1] ?? Number.NaN, -1, 1), LOW, HIGH)
      const isInside = x > LEFT_LIP + CONTACT && x < RIGHT_LIP - CONTACT
      if (door && isInside && !isSunk(x, y, door)) nextY = throughDoor(nextY, door)
      else if (mouth && !(inDoor(y, mouth) && inDoor(nextY, mouth))) nextX = stoppedAtWall(x, nextX)
      states[at] = nextX
      states[at + 1] = nextY
    },
  }
}

function stoppedAtWall(x: number, nextX: number): number {
  return x < WALL ? Math.min(nextX, LEFT_LIP) : Math.max(nextX, RIGHT_LIP)
}
