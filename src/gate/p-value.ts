import {zOf} from '#stats/normal'
import {twoSidedTail} from '#stats/normal-tail'
import {ANYTIME} from './effect.ts'
import type {Measurement} from './rule.ts'

/**
 * Two-sided p-value of "the true value is `threshold`". For a Wilson row it is the score test that the interval inverts, elsewhere the
 * normal test with the spread read from the side of the interval that faces the threshold: p <= 1 - level exactly where the interval
 * misses the threshold. 1 where nothing can be said. An anytime interval alone says on which side of 1 - level it is, and no more.
 */
export function pValue(row: Pick<Measurement, 'estimate' | 'ci' | 'n' | 'pAt'>, threshold: number): number {
  const {estimate, ci, n} = row
  if (estimate === null || n === 0 || ci === undefined || ci.low === null || ci.high === null) return 1
  if (row.pAt) return row.pAt(threshold)
  if (estimate === threshold) return 1
  if (ci.method === ANYTIME) return threshold < ci.low || threshold > ci.high ? 1 - ci.level : 1
  const reach = estimate > threshold ? estimate - ci.low : ci.high - estimate
  const spread = ci.method === 'wilson' ? scoreSpread(threshold, n) : reach / zOf(ci.level)
  return spread > 0 ? twoSidedTail((estimate - threshold) / spread) : 0
}

function scoreSpread(rate: number, n: number): number {
  return Math.sqrt(Math.max(0, rate * (1 - rate)) / n)
}
