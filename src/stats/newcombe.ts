import type {IntervalEstimate} from './interval.ts'
import {mover} from './mover.ts'
import {wilson} from './share-interval.ts'

/** Successes of one of two groups. */
export interface Share {
  readonly successes: number
  readonly trials: number
}

/**
 * Difference `one - other` of two independent shares, -1 to 1; undefined when a group has no trial. Throws `stats_input`.
 * `n` is the smaller group. Source: Newcombe, Interval Estimation for the Difference Between Independent Proportions, 1998, method 10.
 */
export function newcombe(one: Share, other: Share, level = 0.95): IntervalEstimate | undefined {
  const first = wilson(one.successes, one.trials, level)
  const second = wilson(other.successes, other.trials, level)
  if (!first || !second) return undefined
  return {...mover(first, second), level, method: 'newcombe', n: Math.min(one.trials, other.trials)}
}
