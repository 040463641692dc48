import type {Laws} from '../../model/laws.ts'
import {at} from '../../model/planar.ts'
import {DOOR, LEFT_LIP, RIGHT_LIP} from './floor-plan.ts'

/** Left and right are mirror images: the door lies off the middle of the height. Nothing passes the wall. */
export const twoRoomLaws: Laws = {
  mirror: {
    state: (state) => [1 - at(state, 0), at(state, 1)],
    goal: (goal) => [1 - at(goal, 0), at(goal, 1)],
    action: (action) => [-at(action, 0), at(action, 1)],
  },
  atRest: (state) => Array.from(state),
  passesThrough: throughTheWall,
  headOn: ({state, goal}) => [Math.sign(at(goal, 0) - at(state, 0)), 0],
}

/** Inside the wall or across it, outside the door. */
function throughTheWall(before: ArrayLike<number>, after: ArrayLike<number>, slack: number): boolean {
  const inDoor = (y: number) => y >= DOOR.low - slack && y <= DOOR.high + slack
  const [x, nextX] = [at(before, 0), at(after, 0)]
  if (nextX > LEFT_LIP + slack && nextX < RIGHT_LIP - slack) return !inDoor(at(after, 1))
  const crosses = (x <= LEFT_LIP && nextX >= RIGHT_LIP) || (x >= RIGHT_LIP && nextX <= LEFT_LIP)
  return crosses && !(inDoor(at(before, 1)) && inDoor(at(after, 1)))
}
