import {countBelow} from '#stats/count-below'
import {RANKED} from '../../kit/make-actions.ts'
import {type RankingQuestion, scoreMeanings} from '../../kit/true-costs.ts'

/** Sixty-four costs lie a hundred times farther apart; noise of 1e-6 in each step of a state comes to half of it. */
const SAME = 1e-4

/** Whether most plans end the same way, so that there is little to order. */
export function areAlike(question: RankingQuestion): boolean {
  return new Set(distinct(scoreMeanings(question).end)).size < RANKED / 2
}

/** Costs that lie nearer together than a share of their spread are the same one: their order would be that of roundings and noise. */
export function distinct(costs: Float64Array): Float64Array {
  const sorted = costs.toSorted()
  const nearest = ((sorted.at(-1) ?? Number.NaN) - (sorted[0] ?? Number.NaN)) * SAME
  if (!Number.isFinite(nearest)) return costs
  const told = sorted.slice()
  for (let at = 1; at < told.length; at++) {
    const isSame = (sorted[at] ?? 0) - (sorted[at - 1] ?? 0) <= nearest
    if (isSame) told[at] = told[at - 1] ?? Number.NaN
  }
  return costs.map((cost) => told[countBelow(sorted, cost)] ?? Number.NaN)
}
