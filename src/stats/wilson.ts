import {demandCounts} from './input.ts'
import type {IntervalEstimate} from './interval.ts'
import {zOf} from './normal.ts'

/**
 * Share of successes with its score interval, 0–1; undefined without a trial. Throws `stats_input` for counts that are none.
 * Source: Wilson, Probable Inference, 1927.
 */
export function wilson(successes: number, trials: number, level = 0.95): IntervalEstimate | undefined {
  demandCounts(successes, trials)
  return trials === 0 ? undefined : {...scoreInterval(successes / trials, trials, level), n: trials}
}

/** Score interval of a share, 0–1, of `trials` > 0, which need not be a whole number: an effective count of trials is none. */
export function scoreInterval(estimate: number, trials: number, level: number): Omit<IntervalEstimate, 'n'> {
  const z = zOf(level)
  const scale = 1 + (z * z) / trials
  const centre = (estimate + (z * z) / (2 * trials)) / scale
  const half = (z * Math.sqrt((estimate * (1 - estimate)) / trials + (z * z) / (4 * trials * trials))) / scale
  // At the ends the formula is exact in theory and off by a rounding in practice.
  const low = estimate === 0 ? 0 : Math.max(0, centre - half)
  const high = estimate === 1 ? 1 : Math.min(1, centre + half)
  return {estimate, low, high, level, method: 'wilson'}
}
