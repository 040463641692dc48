import {badInput, demandFinite} from './input.ts'

/** Ranks from 1 on, lowest first; equal values share the mean of their ranks. Throws `stats_input`. */
export function averageRanks(values: ArrayLike<number>): Float64Array {
  demandFinite(values)
  const at = (index: number) => values[index] ?? 0
  const order = Array.from({length: values.length}, (_, index) => index).sort((a, b) => at(a) - at(b))
  const ranks = new Float64Array(values.length)
  for (let from = 0, to = 0; from < order.length; from = to) {
    const value = at(order[from] ?? 0)
    while (to < order.length && at(order[to] ?? 0) === value) to++
    for (const index of order.slice(from, to)) ranks[index] = (from + 1 + to) / 2
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
  return Float64Array.from(values, (value) => value - mean)
}

function product(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}
