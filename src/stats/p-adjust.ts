import {badInput} from './input.ts'

/**
 * P-values adjusted for being asked together, in the given order: step-down, monotone, at most 1. Controls the chance of any
 * false alarm whatever the dependence. Throws `stats_input` for values outside 0–1.
 * Source: S. Holm, A simple sequentially rejective multiple test procedure, Scand. J. Statistics 6 (1979).
 */
export function holm(pValues: readonly number[]): number[] {
  return stepped(pValues, {from: 'smallest', scale: (rank) => pValues.length - rank})
}

/**
 * P-values of an exploratory table, adjusted so that the share of false finds among the finds stays at the level; in the given order.
 * Throws `stats_input`. Source: Benjamini and Hochberg, Controlling the False Discovery Rate, J. R. Statist. Soc. B 57 (1995).
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const count = pValues.length
  return stepped(pValues, {from: 'largest', scale: (rank) => count / (count - rank)})
}

/** Where stepping begins, and by how much the p-value of that rank (0 first) grows. */
interface Stepping {
  readonly from: 'smallest' | 'largest'
  scale(rank: number): number
}

/** P-values adjusted one after the other so that their order stays; in the given order, at most 1. Throws `stats_input` outside 0–1. */
function stepped(pValues: readonly number[], {from, scale}: Stepping): number[] {
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
