/** The most a point moves in each axis in one step. */
export const POINT_STEP = 0.06

/** The wall lies between the lips; the door is its only opening. */
export const LEFT_LIP = 0.48
export const RIGHT_LIP = 0.52
export const WALL = (LEFT_LIP + RIGHT_LIP) / 2

/** How near to a face of the wall a body touches it: far above what numbers of single precision round to, far below a step. */
export const CONTACT = 5e-7

/**
 * How deep in the wall a body still touches its face where there is no door: nothing that keeps the rules can be there, so whatever is was put there by noise.
 * Where there is a door, a body may rightly be as deep, and only `CONTACT` counts.
 */
const SUNK = 1e-5

/** An opening of a wall, from its lower to its upper edge. */
export interface Door {
  readonly low: number
  readonly high: number
}

/** Where the rules say that it is. */
export const DOOR: Door = {low: 0.22, high: 0.38}

/** Whether a body has sunk no deeper into the solid part of the wall than noise may put it. */
export function isSunk(x: number, y: number, {low, high}: Door): boolean {
  const isBesideDoor = y < low - CONTACT || y > high + CONTACT
  return isBesideDoor && Math.min(x - LEFT_LIP, RIGHT_LIP - x) <= SUNK
}
