/** An opening of a wall, from its lower to its upper edge. */
export interface Door {
  readonly low: number
  readonly high: number
}

/** Where the rules of two-room say that it is. */
export const DOOR: Door = {low: 0.22, high: 0.38}
