import {countBelow} from '#stats/count-below'
import type {Environment} from '#world/model/environment'
import {holdActions, rollOut} from '#world/model/rollout'
import type {Situation} from '#world/model/situation'
import {RANKED} from '../../kit/make-actions.ts'

/** Sixty-four costs lie a hundred times farther apart; noise of 1e-6 in each step of a state comes to half of it. */
const SAME = 1e-4

/** Candidates `[RANKED, horizon, actionSize]`, flat, from one situation; the environment says how long each entry is held. */
export interface RankingQuestion {
  readonly environment: Environment
  readonly now: Situation
  readonly actions: Float64Array
}

/** The cost of every step of each candidate, added up. `[RANKED]`. */
export function wayCosts(question: RankingQuestion): Float64Array {
  const costs = stepCosts(question)
  const steps = costs.length / RANKED
  const sums = new Float64Array(RANKED)
  for (const [row, cost] of costs.entries()) {
    const sample = Math.floor(row / steps)
    sums[sample] = (sums[sample] ?? 0) + cost
  }
  return sums
}

/** Whether most plans end the same way, so that there is little to order. */
export function areAlike(question: RankingQuestion): boolean {
  const costs = stepCosts(question)
  const steps = costs.length / RANKED
  const ends = Float64Array.from({length: RANKED}, (_, sample) => costs[(sample + 1) * steps - 1] ?? 0)
  return new Set(distinct(ends)).size < RANKED / 2
}

/** Costs that lie nearer together than a share of their spread are the same one: their order would be that of roundings and noise. */
export function distinct(costs: Float64Array): Float64Array {
  const nearest = (Math.max(...costs) - Math.min(...costs)) * SAME
  if (!Number.isFinite(nearest)) return costs
  const sorted = costs.toSorted()
  const told = sorted.slice()
  for (let at = 1; at < told.length; at++) {
    const isSame = (sorted[at] ?? 0) - (sorted[at - 1] ?? 0) <= nearest
    if (isSame) told[at] = told[at - 1] ?? Number.NaN
  }
  return costs.map((cost) => told[countBelow(sorted, cost)] ?? Number.NaN)
}

/** What the rules make of it. `[RANKED, steps]`. */
function stepCosts({environment, now, actions}: RankingQuestion): Float64Array {
  const {actionSize, block, horizon, stateSize} = environment
  const held = holdActions(actions, actionSize, block)
  const steps = horizon * block
  const path = rollOut(environment, {states: now.state, actions: held, samples: RANKED, steps})
  return Float64Array.from({length: RANKED * steps}, (_, row) => environment.cost(path, now.goal, row * stateSize))
}
