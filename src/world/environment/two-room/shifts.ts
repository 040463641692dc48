import type {EnvironmentKey, Shift} from '../../model/environment.ts'
import {at} from '../../model/planar.ts'
import type {Start} from '../../model/situation.ts'
import {delayShift, gainShift, goalShift, noiseShift, shift} from '../../model/usual-shifts.ts'
import {doorExpert} from './door-expert.ts'
import {DOOR, type Door, twoRoomDynamics} from './floor-plan.ts'
import {viewOf} from './view.ts'

export const TWO_ROOM: EnvironmentKey = 'two-room@1'

/** Downwards, away from the way that most starts take. */
const DOOR_MOVED = -0.03
const MOVED_DOOR: Door = {low: DOOR.low + DOOR_MOVED, high: DOOR.high + DOOR_MOVED}

export const TWO_ROOM_SHIFTS: readonly Shift[] = [
  gainShift(TWO_ROOM),
  shift(TWO_ROOM, 'door', {...MOVED_DOOR}, (environment) => ({
    environment: {...environment, ...twoRoomDynamics(MOVED_DOOR), view: viewOf(MOVED_DOOR)},
    expert: doorExpert((MOVED_DOOR.low + MOVED_DOOR.high) / 2),
  })),
  noiseShift(TWO_ROOM),
  delayShift(TWO_ROOM),
  goalShift(TWO_ROOM, {low: 0.65, high: 0.95}, upstairs),
]

/** The heights of all goals, [.05, .95], pressed into [.65, .95]: round the upper edge of the door, always. */
function upstairs({goal}: Start): number[] {
  return [at(goal, 0), 0.65 + (at(goal, 1) - 0.05) / 3]
}
