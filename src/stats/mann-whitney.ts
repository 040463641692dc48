import {demandFinite} from './input.ts'
import {normalBelow} from './normal.ts'

/**
 * Chance of two samples this far apart when neither tends to larger values: two-sided, by the normal approximation with a correction for
 * ties. Undefined when a sample is empty or all values are equal. Throws `stats_input`.
 * Source: Mann and Whitney (1947); Conover, Practical Nonparametric Statistics, 5.1.
 */
export function mannWhitney(a: ArrayLike<number>, b: ArrayLike<number>): number | undefined {
  demandFinite(a)
  demandFinite(b)
  const [m, n] = [a.length, b.length]
  const all = [
    ...Array.from(a, (value) => ({value, isA: true})),
    ...Array.from(b, (value) => ({value, isA: false})),
  ].sort((x, y) => x.value - y.value)
  let [rankSum, ties] = [0, 0]
  for (let from = 0; from < all.length; ) {
    let to = from
    let ofA = 0
    for (; to < all.length && all[to]?.value === all[from]?.value; to++) if (all[to]?.isA) ofA++
    const size = to - from
    rankSum += ofA * ((from + 1 + to) / 2)
    ties += size * (size * size - 1)
    from = to
  }
  const total = m + n
  const variance = ((m * n) / 12) * (total + 1 - ties / (total * (total - 1)))
  if (!(variance > 0)) return undefined
  const distance = Math.abs(rankSum - (m * (total + 1)) / 2)
  return Math.min(1, 2 * normalBelow(-Math.max(0, distance - 0.5) / Math.sqrt(variance)))
}
