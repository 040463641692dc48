/** Digits that every engine agrees on; the last places of a double may differ. */
const DIGITS = 9

/** A number as records keep it. -0 becomes 0. */
export function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS)) + 0
}
