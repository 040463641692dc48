import type {FloatType} from '#provider/model/float-types'

/** How far two answers to one question may lie apart after a step, relative to their size: room for single precision, none for another answer. */
export const STEP_TOLERANCE = 1e-5

/** How far they may lie apart after many steps, or in costs: roundings grow on the way where the world is unstable. */
const PATH_TOLERANCE = 3e-4

/** How far answers may lie apart whose descriptor states half precision: two of its numbers after a step, twenty after many. What a step may be off by, fidelity tells. */
const HALVES = {step: 2e-3, path: 2e-2} as const

/** Whether all numbers of a step agree within the tolerance of a float type; NaN agrees with nothing. */
export function isClose(one: ArrayLike<number>, other: ArrayLike<number>, type: FloatType = 'float64'): boolean {
  return isWithin(one, other, type === 'float16' ? HALVES.step : STEP_TOLERANCE)
}

/** Whether all numbers of a way agree, or costs of one. `room`: how far they may lie apart where more hangs on roundings there. */
export function isClosePath(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  type: FloatType = 'float64',
  room = 0,
): boolean {
  return isWithin(one, other, Math.max(room, type === 'float16' ? HALVES.path : PATH_TOLERANCE))
}

function isWithin(one: ArrayLike<number>, other: ArrayLike<number>, tolerance: number): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [one[at] ?? Number.NaN, other[at] ?? Number.NaN]
    if (!(Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b)))) return false
  }
  return true
}
