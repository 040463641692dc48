import {demandFinite} from './input.ts'

/**
 * How much larger values of `b` are than those of `a`, in their unit: the median of all differences. Undefined where a sample is empty.
 * Throws `stats_input`. Source: Hodges and Lehmann, Estimates of Location Based on Rank Tests, 1963.
 */
export function hodgesLehmann(a: ArrayLike<number>, b: ArrayLike<number>): number | undefined {
  demandFinite(a)
  demandFinite(b)
  const differences = new Float64Array(a.length * b.length)
  for (let row = 0; row < a.length; row++) {
    for (let column = 0; column < b.length; column++)
      differences[row * b.length + column] = (b[column] ?? 0) - (a[row] ?? 0)
  }
  return medianOf(differences)
}

/** The middle value, or the mean of the two in the middle; undefined without values. */
export function medianOf(values: ArrayLike<number>): number | undefined {
  if (values.length === 0) return undefined
  const sorted = Float64Array.from(values).sort()
  const half = sorted.length >> 1
  const high = sorted[half] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : ((sorted[half - 1] ?? Number.NaN) + high) / 2
}
