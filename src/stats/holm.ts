import {AssayError} from '#error/assay-error'

/**
 * P-values adjusted for being asked together, in the given order: step-down, monotone, at most 1. Controls the chance of any
 * false alarm whatever the dependence. Throws `stats_input` for values outside 0–1.
 * Source: S. Holm, A simple sequentially rejective multiple test procedure, Scand. J. Statistics 6 (1979).
 */
export function holm(pValues: readonly number[]): number[] {
  if (!pValues.every((p) => p >= 0 && p <= 1)) throw new AssayError('stats_input', 'A p-value lies outside 0 to 1')
  const order = pValues.map((p, index) => ({p, index})).sort((a, b) => a.p - b.p)
  const adjusted = new Array<number>(pValues.length)
  let largest = 0
  for (const [rank, {p, index}] of order.entries()) {
    largest = Math.max(largest, Math.min(1, p * (pValues.length - rank)))
    adjusted[index] = largest
  }
  return adjusted
}
