import {badInput, demandShare} from './input.ts'
import type {IntervalEstimate} from './interval.ts'

/** The largest k in 1..n for which the claim, true up to some k and false after it, holds; 0 when none. */
export function lastWhere(n: number, holds: (k: number) => boolean): number {
  let [good, bad] = [0, n + 1]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (holds(middle)) good = middle
    else bad = middle
  }
  return good
}

const BETS = 20
const GRID = 1000

/**
 * Evidence against "the mean is at most `m`" (`above`) or "at least `m`" (`below`) after values in 0–1 seen in order: twenty bets of
 * fixed sizes, their wealth averaged. May be looked at after every value; the claim is refuted for good once it reaches 2/α.
 * Throws `stats_input`. Source: Waudby-Smith and Ramdas, Estimating Means of Bounded Random Variables by Betting, 2024.
 */
export function bettingEvidence(values: readonly number[], m: number, side: 'above' | 'below'): number {
  demandUnit(values)
  demandShare('m', m)
  return wealthAfter(values, m, side).last
}

/**
 * The means (a grid of .001) that no look after any value has refuted, as one interval; undefined without a value. Holds at the level
 * however the number of values was chosen. Throws `stats_input`.
 */
export function anytimeInterval(values: readonly number[], level = 0.95): IntervalEstimate | undefined {
  demandUnit(values)
  demandShare('level', level)
  if (values.length === 0) return undefined
  const refuted = 2 / (1 - level)
  const isRefuted = (step: number, side: 'above' | 'below') => wealthAfter(values, step / GRID, side).most >= refuted
  // Wealth against "at most m" falls as m grows, and the other way round: each side has one border.
  const low = lastWhere(GRID - 1, (step) => isRefuted(step, 'above'))
  const high = GRID - lastWhere(GRID - 1, (step) => isRefuted(GRID - step, 'below'))
  const estimate = values.reduce((sum, value) => sum + value, 0) / values.length
  return {estimate, low: low / GRID, high: high / GRID, level, method: 'anytime', n: values.length}
}

/**
 * Two-sided p-value of "the mean is `m`", as small as it ever was while the values came in. Holds however their number was chosen.
 * Throws `stats_input`. Source: Ville's inequality over both wealths.
 */
export function anytimeP(values: readonly number[], m: number): number {
  demandUnit(values)
  demandShare('m', m)
  const most = Math.max(wealthAfter(values, m, 'above').most, wealthAfter(values, m, 'below').most)
  return Math.min(1, 2 / most)
}

function wealthAfter(values: readonly number[], m: number, side: 'above' | 'below') {
  const sign = side === 'above' ? 1 : -1
  const scale = (BETS + 1) * (side === 'above' ? m : 1 - m)
  const wealth = new Float64Array(BETS).fill(1)
  let last = 1
  let most = 1
  for (const value of values) {
    let sum = 0
    for (let bet = 0; bet < BETS; bet++) {
      const grown = (wealth[bet] ?? 0) * (1 + ((bet + 1) / scale) * sign * (value - m))
      wealth[bet] = grown
      sum += grown
    }
    last = sum / BETS
    most = Math.max(most, last)
  }
  return {last, most}
}

function demandUnit(values: readonly number[]): void {
  if (!values.every((value) => value >= 0 && value <= 1)) throw badInput('values must lie between 0 and 1')
}
