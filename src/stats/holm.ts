import {stepped} from './step-adjust.ts'

/**
 * P-values adjusted for being asked together, in the given order: step-down, monotone, at most 1. Controls the chance of any
 * false alarm whatever the dependence. Throws `stats_input` for values outside 0–1.
 * Source: S. Holm, A simple sequentially rejective multiple test procedure, Scand. J. Statistics 6 (1979).
 */
export function holm(pValues: readonly number[]): number[] {
  return stepped(pValues, {from: 'smallest', scale: (rank) => pValues.length - rank})
}
