import type {BenchmarkEstimate} from '#contract/generated/types'
import {bootstrapMean} from '#stats/bootstrap'

const LEVEL = 0.95
/** Fewer values give no honest interval of a mean. */
export const MEAN_MINIMUM = 20
/** More values than this are resampled as the means of so many equal runs of neighbours, which keeps the cost flat. */
const MOST_RESAMPLED = 1000

/**
 * The mean latency in milliseconds with a bias-corrected and accelerated bootstrap interval. `averageMs` is exact over all calls; the
 * interval is that of the kept ones, in order of time. Latencies are skewed: with a symmetric interval one stall among sixty calls
 * moves the lower limit below zero, and no budget could ever be broken.
 */
export function meanEstimate(latenciesMs: readonly number[], averageMs: number | undefined): BenchmarkEstimate {
  const n = latenciesMs.length
  if (averageMs === undefined) return {estimate: null, n, needed_n: MEAN_MINIMUM, reason: 'no_samples'}
  const frame = {estimate: averageMs, n, needed_n: MEAN_MINIMUM}
  const interval =
    n < MEAN_MINIMUM ? undefined : bootstrapMean(batchMeans(latenciesMs), 'assay/1|benchmark|mean|bootstrap')
  if (interval === undefined) return {...frame, reason: 'insufficient_samples'}
  return {...frame, ci: {...interval.bca, level: LEVEL, method: 'bootstrap-bca'}}
}

/** Means of equal batches of neighbours; what is left over at the end is less than one batch and is left out. */
function batchMeans(values: readonly number[]): readonly number[] {
  const size = Math.ceil(values.length / MOST_RESAMPLED)
  if (size === 1) return values
  return Array.from({length: Math.floor(values.length / size)}, (_, at) => {
    const batch = values.slice(at * size, (at + 1) * size)
    return batch.reduce((sum, value) => sum + value, 0) / size
  })
}
