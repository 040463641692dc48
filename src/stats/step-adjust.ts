import {badInput} from './input.ts'

/** Where stepping begins, and by how much the p-value of that rank (0 first) grows. */
export interface Stepping {
  readonly from: 'smallest' | 'largest'
  scale(rank: number): number
}

/** P-values adjusted one after the other so that their order stays; in the given order, at most 1. Throws `stats_input` outside 0–1. */
export function stepped(pValues: readonly number[], {from, scale}: Stepping): number[] {
  if (!pValues.every((p) => p >= 0 && p <= 1)) throw badInput('a p-value lies outside 0 to 1')
  const isUp = from === 'smallest'
  const order = pValues.map((p, index) => ({p, index})).sort((a, b) => (isUp ? a.p - b.p : b.p - a.p))
  const adjusted = new Array<number>(pValues.length)
  let bound = isUp ? 0 : 1
  for (const [rank, {p, index}] of order.entries()) {
    const own = Math.min(1, p * scale(rank))
    bound = isUp ? Math.max(bound, own) : Math.min(bound, own)
    adjusted[index] = bound
  }
  return adjusted
}
