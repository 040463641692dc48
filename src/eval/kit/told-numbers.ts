/** Enough to see which number is off, and to ask again from near there. */
const DIGITS = 6

/** A state, command or goal in a sentence. */
export function toldNumbers(values: ArrayLike<number>): string {
  return `[${Array.from(values, (value) => String(Number(value.toPrecision(DIGITS)))).join(', ')}]`
}
