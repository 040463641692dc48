import {betaQuantile} from './beta.ts'
import {demandCounts, demandShare} from './input.ts'
import type {IntervalEstimate} from './interval.ts'

/**
 * Share of successes with its exact interval, for claims about safety: never narrower than it says. Undefined without a trial. Throws
 * `stats_input` for counts that are none. Source: Clopper and Pearson, The Use of Confidence or Fiducial Limits, 1934.
 */
export function clopperPearson(successes: number, trials: number, level = 0.95): IntervalEstimate | undefined {
  demandCounts(successes, trials)
  demandShare('level', level)
  if (trials === 0) return undefined
  const alpha = (1 - level) / 2
  const [low, high] = [lowerLimit(successes, trials, alpha), upperLimit(successes, trials, alpha)]
  return {estimate: successes / trials, low, high, level, method: 'clopper-pearson', n: trials}
}

/** The share that is exceeded with confidence `level`, one-sided: 59 successes in a row show .95. 0 without a trial. */
export function atLeast(successes: number, trials: number, level = 0.95): number {
  demandCounts(successes, trials)
  demandShare('level', level)
  return lowerLimit(successes, trials, 1 - level)
}

function lowerLimit(successes: number, trials: number, alpha: number): number {
  return successes === 0 ? 0 : betaQuantile(alpha, successes, trials - successes + 1)
}

function upperLimit(successes: number, trials: number, alpha: number): number {
  return successes === trials ? 1 : betaQuantile(1 - alpha, successes + 1, trials - successes)
}
