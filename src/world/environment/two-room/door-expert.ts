import {clip} from '../../model/environment.ts'
import {at, toward} from '../../model/planar.ts'
import {doubleIntegrator} from '../double-integrator/double-integrator.ts'
import {LEFT_LIP, RIGHT_LIP} from './geodesic.ts'

/** A policy that is known to be good: state and goal to control values. */
export type Expert = (state: ArrayLike<number>, goal: ArrayLike<number>) => number[]

const STEP = 0.06
const DOOR_HALF = 0.06
const CLEARANCE = 0.03

/** The expert of two-room: straight to a goal in the same room, else to the door at height `door`, through it, and on. */
export function doorExpert(door: number): Expert {
  return (state, goal) => {
    const [x, y, goalX] = [at(state, 0), at(state, 1), at(goal, 0)]
    const isRight = x >= RIGHT_LIP
    const goalIsRight = goalX >= (LEFT_LIP + RIGHT_LIP) / 2
    const isInRoom = isRight || x <= LEFT_LIP
    if (isInRoom && isRight === goalIsRight) return toward(state, {x: goalX, y: at(goal, 1)}, STEP)
    const isAtDoor = !isInRoom || Math.abs(y - door) <= DOOR_HALF
    const aimsRight = isAtDoor ? goalIsRight : isRight
    return toward(state, {x: aimsRight ? RIGHT_LIP + CLEARANCE : LEFT_LIP - CLEARANCE, y: door}, STEP)
  }
}

/** Experts by environment id. Where there is none, the exact-model planner is the reference. */
export const EXPERTS: ReadonlyMap<string, Expert> = new Map<string, Expert>([
  ['two-room', doorExpert(0.3)],
  ['double-integrator', (state, goal) => doubleIntegrator.servo(state, {x: at(goal, 0), y: at(goal, 1)})],
  [
    'cart-pole',
    (state) => [
      clip(2.39033 * at(state, 0) + 2.77526 * at(state, 1) + 15.4234 * at(state, 2) + 3.57132 * at(state, 3), -1, 1),
    ],
  ],
])
