import type {Interval} from '#contract/generated/types'

/**
 * How a row stands to what it is compared with. Positive is better, whatever the direction of the metric. On the scale `difference`
 * the unit is the metric's; on the scale `log-ratio` it is the natural logarithm of the quotient. `n` counts pairs.
 */
export interface Effect {
  readonly scale: 'difference' | 'log-ratio'
  readonly estimate: number
  readonly low: number
  readonly high: number
  readonly level: number
  readonly method: string
  readonly n: number
  /** Chance of such a difference between equals, from a test of its own, such as McNemar's. */
  readonly p?: number
  /** See `Measurement.pAt`; on the scale of the effect. */
  pAt?(limit: number): number
  /** Pairs after which the interval would no longer hold the limit, where better is known than that it shrinks with their root; null for none. */
  neededN?(limit: number): number | null
  /** Every paired trial took the very same way. */
  readonly identical: boolean
}

/** Why there is no effect: the two sides measured different things, or one of them did not measure. */
export interface NoEffect {
  readonly why: 'incomparable' | 'missing' | 'insufficient'
  readonly reason: string
}

/** The method of an effect that was counted, not sampled. */
export const EXACT = 'exact'

/** The method of intervals that hold after any number of trials, however it was chosen. */
export const ANYTIME = 'anytime'

export function isEffect(found: Effect | NoEffect): found is Effect {
  return !('why' in found)
}

/** An effect as people read it: a difference as it is, a ratio as candidate by base where above 1 is worse. */
export function shownEffect({scale, estimate, low, high, level, method}: Effect): {estimate: number; ci: Interval} {
  if (scale === 'difference') return {estimate, ci: {low, high, level, method}}
  return {estimate: Math.exp(-estimate), ci: {low: Math.exp(-high), high: Math.exp(-low), level, method}}
}

export type EffectStatus = 'regressed' | 'equivalent' | 'improved' | 'not-worse' | 'inconclusive'

/** What counts as no difference, on the scale of the effect, and the fewest pairs whose sameness says something. */
export interface EffectBounds {
  readonly margin: number
  readonly minN: number
}

/**
 * The status of a comparison, tested in this order. `isSure`: the loss beyond the margin, or the gain, still holds when all rows
 * are taken together.
 */
export function effectStatus(effect: Effect, {margin, minN}: EffectBounds, isSure: boolean): EffectStatus {
  const {low, high, n, identical} = effect
  if (effect.method === EXACT && margin === 0) return countStatus(effect)
  if (high < -margin && isSure) return 'regressed'
  if ((low > -margin && high < margin) || (identical && n >= minN)) return 'equivalent'
  if (low > -margin) return low > 0 && isSure ? 'improved' : 'not-worse'
  return 'inconclusive'
}

function countStatus({estimate}: Effect): EffectStatus {
  if (estimate === 0) return 'equivalent'
  return estimate > 0 ? 'improved' : 'regressed'
}
