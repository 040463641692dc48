import type {BenchmarkEstimate} from '#contract/generated/types'
import {zOf} from '#stats/normal'
import {serialSizes} from '#stats/serial-size'

/** Sorted values of one process, of which `takenMs` in total may not belong to them; how that is spread over the values is unknown. */
export interface Shared {
  readonly sortedMs: readonly number[]
  readonly takenMs: number
}

/** The lowest possible true value of `rank` (from 1): the cheapest way to bring that many values down to one level uses up all of `takenMs`. */
export function loweredAt({sortedMs, takenMs}: Shared, rank: number): number {
  let sum = 0
  for (let count = 1; count <= rank; count++) {
    sum += sortedMs[rank - count] ?? 0
    const level = (sum - takenMs) / count
    // The next value lies below the level already.
    if (level >= (sortedMs[rank - count - 1] ?? 0)) return Math.max(0, level)
  }
  return 0
}

/** The lower limit of a quantile, derived from that of the values as measured. */
export function loweredQuantile(shared: Shared, {ci}: BenchmarkEstimate): number | null {
  const low = ci?.low ?? null
  if (low === null) return null
  const {sortedMs} = shared
  if (ci?.method !== 'range-doubled') {
    const below = sortedMs.findIndex((value) => value >= low)
    return below < 0 ? null : Math.min(low, loweredAt(shared, below + 1))
  }
  // Like `doubledRange`, with the median in place of the least value: all of the client's time may have fallen on one call.
  const half = Math.ceil(sortedMs.length / 2)
  const median = sortedMs[half - 1] ?? 0
  return median > 0 ? Math.min(low, loweredAt(shared, half) ** 2 / median) : 0
}

/**
 * The lower limit of a mean. The time taken is known for these calls only and may be more in others; it varies no more widely than between
 * nothing and the longest call. Source: R. Bhatia, C. Davis, A Better Bound on the Variance, 2000.
 */
export function loweredMean(valuesMs: readonly number[], takenMs: number, {ci}: BenchmarkEstimate): number | null {
  const low = ci?.low ?? null
  if (!ci || low === null) return null
  const taken = takenMs / valuesMs.length
  const longest = valuesMs.reduce((most, value) => Math.max(most, value), 0)
  const variance = taken * Math.max(0, longest - taken)
  const size = Math.max(1, serialSizes(valuesMs).ofMean)
  return Math.max(0, low - taken - zOf(ci.level) * Math.sqrt(variance / size))
}
