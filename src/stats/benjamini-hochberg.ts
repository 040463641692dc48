import {stepped} from './step-adjust.ts'

/**
 * P-values of an exploratory table, adjusted so that the share of false finds among the finds stays at the level; in the given order.
 * Throws `stats_input`. Source: Benjamini and Hochberg, Controlling the False Discovery Rate, J. R. Statist. Soc. B 57 (1995).
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const count = pValues.length
  return stepped(pValues, {from: 'largest', scale: (rank) => count / (count - rank)})
}
