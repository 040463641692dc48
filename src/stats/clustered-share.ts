import {badInput, demandFinite} from './input.ts'
import type {IntervalEstimate} from './interval.ts'
import {zOf} from './normal.ts'
import {studentQuantile} from './student.ts'
import {scoreInterval} from './wilson.ts'

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
