import type {BenchmarkEstimate} from '#contract/generated/types'
import {bootstrapMean} from '#stats/bootstrap'
import {summarise} from '#stats/summary'
import {doubledRange} from './doubled-range.ts'

const LEVEL = 0.95
/** Fewest independent values for an honest interval of a mean. */
const MEAN_MINIMUM = 20
/** Most values that are resampled one by one; more are grouped into means of equally long runs of neighbours, which bounds the cost. */
const MOST_RESAMPLED = 1000

/**
 * The mean latency in milliseconds with a bias-corrected and accelerated bootstrap interval. `averageMs` is exact over all calls; the
 * interval is that of the kept ones, in order of time, which count as `size` independent ones: each end is moved away from the mean, as a
 * ratio, by the root that this requires. Latencies are skewed: with a symmetric interval one stall among sixty calls would move the lower
 * limit below zero, and no budget could ever be broken.
 */
export function meanEstimate(
  latenciesMs: readonly number[],
  averageMs: number | undefined,
  size = latenciesMs.length,
): BenchmarkEstimate {
  const n = latenciesMs.length
  const isSerial = size < n
  const needed_n = isSerial ? Math.ceil((MEAN_MINIMUM * n) / Math.max(1, size)) : MEAN_MINIMUM
  if (averageMs === undefined) return {estimate: null, n, needed_n, reason: 'no_samples'}
  const frame = {estimate: averageMs, n, needed_n}
  if (n >= MEAN_MINIMUM && size < MEAN_MINIMUM) return {...frame, ci: doubledRange(latenciesMs)}
  const batches = batchMeans(latenciesMs)
  const interval = size < MEAN_MINIMUM ? undefined : bootstrapMean(batches, 'assay/1|benchmark|mean|bootstrap')
  if (interval === undefined) return {...frame, reason: 'insufficient_samples'}
  if (!isSerial) return {...frame, ci: {...interval.bca, level: LEVEL, method: 'bootstrap-bca'}}
  const factor = Math.max(1, errorOf(latenciesMs, size) / errorOf(batches, batches.length))
  return {...frame, ci: {...widened(interval.bca, latenciesMs, factor), level: LEVEL, method: 'bootstrap-bca-serial'}}
}

/** Standard error of the mean of values that count as `size` independent ones. */
function errorOf(values: readonly number[], size: number): number {
  return (summarise(values)?.sd ?? 0) / Math.sqrt(size)
}

/**
 * The interval with each limit `factor` times as far from the mean, as ratios, but never beyond the least and the greatest value, between
 * which a mean must lie.
 */
function widened({low, high}: {low: number; high: number}, latenciesMs: readonly number[], factor: number) {
  const {mean = 0, min = 0, max = 0} = summarise(latenciesMs) ?? {}
  if (!(low > 0)) return {low: min, high: max}
  const moved = (limit: number) => Math.min(max, Math.max(min, mean * (limit / mean) ** factor))
  return {low: moved(low), high: moved(high)}
}

/** Means of equal batches of neighbours; a rest at the end that is shorter than a batch is left out. */
function batchMeans(values: readonly number[]): readonly number[] {
  const size = Math.ceil(values.length / MOST_RESAMPLED)
  if (size === 1) return values
  return Array.from({length: Math.floor(values.length / size)}, (_, at) => {
    const batch = values.slice(at * size, (at + 1) * size)
    return batch.reduce((sum, value) => sum + value, 0) / size
  })
}
