/** How far two answers to one question may lie apart, relative to their size: room for single precision, none for another answer. */
export const TOLERANCE = 1e-5

/** Whether all numbers agree within the tolerance; NaN agrees with nothing. */
export function isClose(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [one[at] ?? Number.NaN, other[at] ?? Number.NaN]
    if (!(Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b)))) return false
  }
  return true
}
