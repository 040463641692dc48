/** The most a point moves in each axis in one step. */
export const POINT_STEP = 0.06

/** The wall lies between the lips; the door is its only opening. */
export const LEFT_LIP = 0.48
export const RIGHT_LIP = 0.52
export const WALL = (LEFT_LIP + RIGHT_LIP) / 2

/** An opening of a wall, from its lower to its upper edge. */
export interface Door {
  readonly low: number
  readonly high: number
}

/** Where the rules say that it is. */
export const DOOR: Door = {low: 0.22, high: 0.38}
