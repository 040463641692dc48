import {demandFinite} from './input.ts'

/** A sample in five numbers, in the unit of the values. `sd` has the divisor n - 1 and is absent for a single value. */
export interface SampleSummary {
  readonly n: number
  readonly mean: number
  readonly min: number
  readonly max: number
  readonly median: number
  readonly sd?: number
}

/** Undefined without values: there is no mean of nothing. Throws `stats_input` for values that are not finite. */
export function summarise(values: ArrayLike<number>): SampleSummary | undefined {
  demandFinite(values)
  const sorted = Float64Array.from(values).sort()
  const n = sorted.length
  const [min, max] = [sorted[0], sorted[n - 1]]
  if (min === undefined || max === undefined) return undefined
  // Relative to the smallest value, sums of large close numbers keep their digits.
  const mean = min + sorted.reduce((sum, value) => sum + (value - min) / n, 0)
  const squares = sorted.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  const [below, above] = [sorted[Math.floor((n - 1) / 2)] ?? min, sorted[Math.floor(n / 2)] ?? max]
  const median = below + (above - below) / 2
  return {n, mean, min, max, median, ...(n > 1 ? {sd: Math.sqrt(squares / (n - 1))} : {})}
}
