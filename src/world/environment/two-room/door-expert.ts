import type {Expert} from '../../model/expert.ts'
import {at, toward} from '../../model/planar.ts'
import {LEFT_LIP, POINT_STEP, RIGHT_LIP, WALL} from './floor-plan.ts'

const DOOR_HALF = 0.06
const CLEARANCE = 0.03

/** The expert of two-room: straight to a goal in the same room, else to the door at height `door`, through it, and on. */
export function doorExpert(door: number): Expert {
  return (state, goal) => {
    const [x, y, goalX] = [at(state, 0), at(state, 1), at(goal, 0)]
    const isRight = x >= RIGHT_LIP
    const goalIsRight = goalX >= WALL
    const isInRoom = isRight || x <= LEFT_LIP
    if (isInRoom && isRight === goalIsRight) return toward(state, {x: goalX, y: at(goal, 1)}, POINT_STEP)
    const isAtDoor = !isInRoom || Math.abs(y - door) <= DOOR_HALF
    const aimsRight = isAtDoor ? goalIsRight : isRight
    return toward(state, {x: aimsRight ? RIGHT_LIP + CLEARANCE : LEFT_LIP - CLEARANCE, y: door}, POINT_STEP)
  }
}
