import {averageRanks, pearson} from '#stats/correlation'
import {distinct} from './distinct-costs.ts'

/** Costs that are told apart, and the order that they make: held against several others, and ranked once. */
export interface CostOrder {
  readonly costs: Float64Array
  readonly ranks: () => Float64Array
}

export function costOrder(costs: Float64Array): CostOrder {
  const told = distinct(costs)
  let ranks: Float64Array | undefined
  return {
    costs: told,
    ranks() {
      ranks ??= averageRanks(told)
      return ranks
    },
  }
}

/** Their rank correlation; undefined where either is constant. Throws `stats_input`. */
export function agreement(one: CostOrder, other: CostOrder): number | undefined {
  return pearson(one.ranks(), other.ranks())
}
