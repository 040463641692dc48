import {twoSidedTail} from '#stats/normal-tail'
import type {Measurement} from './rule.ts'

const Z_95 = 1.959963984540054

/**
 * Two-sided p-value of "the true value is `threshold`". For a Wilson row it is the score test that the interval inverts, so
 * p <= .05 exactly where the interval misses the threshold; elsewhere the normal test with the spread read from the interval.
 * 1 where nothing can be said.
 */
export function pValue(row: Measurement, threshold: number): number {
  const {estimate, ci, n} = row
  if (estimate === null || n === 0 || ci === undefined || ci.low === null || ci.high === null) return 1
  if (estimate === threshold) return 1
  const spread = ci.method === 'wilson' ? scoreSpread(threshold, n) : (ci.high - ci.low) / (2 * Z_95)
  return spread > 0 ? twoSidedTail((estimate - threshold) / spread) : 0
}

function scoreSpread(rate: number, n: number): number {
  return Math.sqrt(Math.max(0, rate * (1 - rate)) / n)
}
