import {betaQuantile, studentQuantile} from './beta.ts'
import {badInput, demandCounts, demandFinite, demandShare} from './input.ts'
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

/**
 * Share of many yes-or-no answers that come in groups, such as the entries of one trial: the score interval for as many independent
 * answers as tell as much. `shares` are those of the groups, each of `size` answers. Where all groups are all-yes or all-no nothing says
 * how alike a group's answers are, and each group counts as one answer. Undefined for fewer than two groups. Throws `stats_input`.
 * Source: Korn and Graubard, Confidence Intervals for Proportions with Small Expected Number of Positive Counts, 1998, with the score
 * interval as Franco et al., Comparative Study of Confidence Intervals for Proportions in Complex Sample Surveys, 2019, advise.
 */
export function clusteredShare(shares: readonly number[], size: number, level = 0.95): IntervalEstimate | undefined {
  demandFinite(shares)
  if (shares.some((share) => share < 0 || share > 1) || !(size >= 1)) throw badInput('shares must lie between 0 and 1')
  const n = shares.length
  if (n < 2) return undefined
  const estimate = shares.reduce((sum, share) => sum + share, 0) / n
  const squares = shares.reduce((sum, share) => sum + (share - estimate) ** 2, 0)
  const spread = squares / (n * (n - 1))
  const alone = estimate * (1 - estimate)
  const answers = alone === 0 ? n : spread === 0 ? n * size : Math.min(n * size, alone / spread)
  const few = (zOf(level) / studentQuantile((1 + level) / 2, n - 1)) ** 2
  return {...scoreInterval(estimate, answers * few, level), method: 'wilson-clustered', n}
}
