import type {StatisticOfWeights} from './bootstrap.ts'
import {principalColumns} from './principal.ts'

/** Share of the largest singular value below which a smaller one is but rounding. */
const NOTHING = 1e-9

/**
 * How many directions rows of numbers spread over, by how often each row counts: exp of the entropy of the normalised singular values of the centred
 * rows. 1 where all lie on a line, as many as there are columns where they spread evenly, NaN where all are equal. `rows` `[n, d]`. Exact where all
 * count once; else the axes stay as they are. Source: Roy and Vetterli, The effective rank, EUSIPCO 2007.
 */
export function effectiveRankOf(rows: readonly (readonly number[])[]): StatisticOfWeights {
  const columns = principalColumns(rows)
  return (weights) => {
    const spreads = columns.map((column) => spreadOf(column, weights))
    const most = Math.max(0, ...spreads)
    const kept = spreads.filter((spread) => spread > NOTHING * most)
    const total = kept.reduce((sum, spread) => sum + spread, 0)
    if (!(total > 0)) return Number.NaN
    return Math.exp(kept.reduce((entropy, spread) => entropy - (spread / total) * Math.log(spread / total), 0))
  }
}

function spreadOf(column: Float64Array, weights: ArrayLike<number>): number {
  let [count, sum, squares] = [0, 0, 0]
  for (let at = 0; at < column.length; at++) {
    const [weight, value] = [weights[at] ?? 0, column[at] ?? 0]
    count += weight
    sum += weight * value
    squares += weight * value * value
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}
