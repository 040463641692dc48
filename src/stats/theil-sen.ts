import {medianOf} from './hodges-lehmann.ts'
import {badInput, demandFinite} from './input.ts'
import type {IntervalEstimate} from './interval.ts'
import {zOf} from './normal.ts'

/**
 * Slope of `y` over `x`: the median slope of all pairs, which a few outliers do not move, with Sen's limits. Undefined for fewer than three
 * different `x`. Throws `stats_input`. Source: Sen, Estimates of the Regression Coefficient Based on Kendall's Tau, JASA 63 (1968), without
 * ties.
 */
export function theilSen(x: ArrayLike<number>, y: ArrayLike<number>, level = 0.95): IntervalEstimate | undefined {
  if (x.length !== y.length) throw badInput('values of a slope must come in pairs')
  demandFinite(x)
  demandFinite(y)
  const slopes: number[] = []
  for (let from = 0; from < x.length; from++) {
    for (let to = from + 1; to < x.length; to++) {
      const width = (x[to] ?? 0) - (x[from] ?? 0)
      if (width !== 0) slopes.push(((y[to] ?? 0) - (y[from] ?? 0)) / width)
    }
  }
  const n = x.length
  const estimate = medianOf(slopes)
  if (estimate === undefined || slopes.length < 3) return undefined
  const sorted = slopes.sort((a, b) => a - b)
  const reach = zOf(level) * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)
  const lowRank = Math.floor((sorted.length - reach) / 2)
  const highRank = Math.ceil((sorted.length + reach) / 2)
  const low = sorted[lowRank - 1] ?? Number.NEGATIVE_INFINITY
  const high = sorted[highRank] ?? Number.POSITIVE_INFINITY
  return {estimate, low, high, level, method: 'theil-sen', n}
}
