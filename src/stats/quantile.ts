import {lastWhere} from './anytime.ts'
import {binomialAtMost} from './beta.ts'
import {demandFinite, demandShare} from './input.ts'

// 0.9 is not nine tenths: without this, 1 / (1 - 0.9) asks for 11 values.
const ROUNDING = 1e-9

/** A quantile of a sample and what the sample lets one say about it, in the unit of the values. */
export interface QuantileEstimate {
  readonly n: number
  /** Fewest values for which there is any limit at this level. */
  readonly minimum_n: number
  /**
   * `insufficient_samples`: no limit, the estimate is no evidence. `one_sided`: a limit is the extreme value, each side alone holds at
   * the level. `two_sided`: both together hold at the level.
   */
  readonly status: 'two_sided' | 'one_sided' | 'insufficient_samples'
  /** The value of rank ⌈qn⌉; undefined without values. */
  readonly estimate: number | undefined
  readonly low: number | undefined
  readonly high: number | undefined
}

/**
 * Percentile of a sample, `p` in (0, 1), interpolated at rank `p (n + 1)`. Any order. Undefined for fewer than `ceil(1 / (1 - p))` values:
 * a p99 of 20 values is the maximum in disguise. Throws `stats_input`. Source: NIST/SEMATECH e-Handbook of Statistical Methods, 7.2.6.2.
 */
export function percentile(values: ArrayLike<number>, p: number): number | undefined {
  demandShare('p', p)
  const sorted = sortedOf(values)
  if (sorted.length < Math.ceil(1 / (1 - Math.max(p, 1 - p)) - ROUNDING)) return undefined
  const rank = Math.min(Math.max(p * (sorted.length + 1), 1), sorted.length)
  const below = sorted[Math.floor(rank) - 1] ?? Number.NaN
  const above = sorted[Math.ceil(rank) - 1] ?? Number.NaN
  return below + (rank - Math.floor(rank)) * (above - below)
}

/**
 * Quantile of a sample with limits that assume nothing about its shape. Any order. Where the values are not independent, `sizeOf` says
 * as how many independent ones they count around the estimate, see `serialSizes`: the ranks of so many are stretched over the sample.
 * Throws `stats_input`. Source: Conover, Practical Nonparametric Statistics, 3.2.
 */
export function quantileEstimate(
  values: ArrayLike<number>,
  q: number,
  level = 0.95,
  sizeOf?: (estimate: number) => number,
): QuantileEstimate {
  demandShare('q', q)
  demandShare('level', level)
  const sorted = sortedOf(values)
  const n = sorted.length
  const least = quantileMinimum(q, level)
  const estimate = sorted[Math.max(1, Math.ceil(q * n - ROUNDING)) - 1]
  const size = sizeOf && estimate !== undefined ? Math.min(n, Math.floor(sizeOf(estimate) + ROUNDING)) : n
  const minimum_n = size === n ? least : Math.ceil((least * n) / Math.max(1, size))
  if (size < least) return {n, minimum_n, status: 'insufficient_samples', estimate, low: undefined, high: undefined}
  const {low, high, isTwoSided} = stretched(quantileRanks(size, q, level), size, n)
  const valueAt = (rank: number | undefined) => (rank === undefined ? undefined : sorted[rank - 1])
  return {
    n,
    minimum_n,
    status: isTwoSided ? 'two_sided' : 'one_sided',
    estimate,
    low: valueAt(low),
    high: valueAt(high),
  }
}

/** Fewest values whose extreme is a limit of the quantile, one-sided, at the level: 59 for p95, 299 for p99. */
export function quantileMinimum(q: number, level = 0.95): number {
  demandShare('q', q)
  demandShare('level', level)
  return Math.ceil(Math.log(1 - level) / Math.log(Math.max(q, 1 - q)) - ROUNDING)
}

/** Ranks (1-based) of the limits of a quantile among n sorted values; undefined where n values give none. */
export function quantileRanks(n: number, q: number, level = 0.95) {
  const alpha = 1 - level
  const atMost = (k: number) => binomialAtMost(k, n, q)
  // low: largest rank r with P(B <= r - 1) <= alpha/2. high: smallest rank r with P(B >= r) <= alpha/2.
  const lowest = lastWhere(n, (rank) => atMost(rank - 1) <= alpha / 2)
  const highest = n + 1 - lastWhere(n, (back) => 1 - atMost(n - back) <= alpha / 2)
  const isTwoSided = lowest >= 1 && highest <= n
  const low = lowest >= 1 ? lowest : atMost(0) <= alpha ? 1 : undefined
  const high = highest <= n ? highest : 1 - atMost(n - 1) <= alpha ? n : undefined
  return {low, high, isTwoSided}
}

/** Ranks among `size` values as ranks among `n` that tell as much, outwards. */
function stretched({low, high, isTwoSided}: ReturnType<typeof quantileRanks>, size: number, n: number) {
  if (size === n) return {low, high, isTwoSided}
  return {
    low: low && Math.max(1, Math.floor((low * n) / size)),
    high: high && Math.min(n, Math.ceil(((high - 1) * n) / size) + 1),
    isTwoSided,
  }
}

function sortedOf(values: ArrayLike<number>): Float64Array {
  demandFinite(values)
  return Float64Array.from(values).sort()
}
