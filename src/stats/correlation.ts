import {countBelow, countUpTo} from './count-below.ts'
import {badInput, demandFinite} from './input.ts'

/** Ranks from 1 on, lowest first; equal values share the mean of their ranks. Throws `stats_input`. */
export function averageRanks(values: ArrayLike<number>): Float64Array {
  demandFinite(values)
  // A typed array is sorted without a call for each comparison: ranking is most of what suites that rank do with a correlation.
  const sorted = Float64Array.from(values).sort()
  const ranks = new Float64Array(values.length)
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0
    ranks[index] = (1 + countBelow(sorted, value) + countUpTo(sorted, value)) / 2
  }
  return ranks
}

/** Linear correlation, -1 to 1; undefined where either side is constant. Throws `stats_input`. Source: Pearson, 1895. */
export function pearson(one: ArrayLike<number>, other: ArrayLike<number>): number | undefined {
  demandPairs(one, other)
  const [a, b] = [centred(one), centred(other)]
  const [aa, bb] = [product(a, a), product(b, b)]
  return aa === 0 || bb === 0 ? undefined : Math.max(-1, Math.min(1, product(a, b) / Math.sqrt(aa * bb)))
}

/** Rank correlation, -1 to 1; undefined where either side is constant. Throws `stats_input`. Source: Spearman, 1904. */
export function spearman(one: ArrayLike<number>, other: ArrayLike<number>): number | undefined {
  demandPairs(one, other)
  return pearson(averageRanks(one), averageRanks(other))
}

/** Agreement of all pairs with ties taken out, -1 to 1; undefined where either side is constant. Throws `stats_input`. Source: Kendall, 1945. */
export function kendallTauB(one: ArrayLike<number>, other: ArrayLike<number>): number | undefined {
  demandPairs(one, other)
  let [agreement, ordered, otherOrdered] = [0, 0, 0]
  for (let left = 0; left < one.length; left++) {
    for (let right = 0; right < left; right++) {
      const a = Math.sign((one[left] ?? 0) - (one[right] ?? 0))
      const b = Math.sign((other[left] ?? 0) - (other[right] ?? 0))
      agreement += a * b
      ordered += a * a
      otherOrdered += b * b
    }
  }
  return ordered === 0 || otherOrdered === 0 ? undefined : agreement / Math.sqrt(ordered * otherOrdered)
}

function demandPairs(one: ArrayLike<number>, other: ArrayLike<number>): void {
  if (one.length !== other.length) throw badInput('values to correlate must come in pairs')
  demandFinite(one)
  demandFinite(other)
}

function centred(values: ArrayLike<number>): Float64Array {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at] ?? 0
  const mean = sum / values.length
  const differences = new Float64Array(values.length)
  for (let at = 0; at < values.length; at++) differences[at] = (values[at] ?? 0) - mean
  return differences
}

function product(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}
