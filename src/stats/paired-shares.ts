import {binomialAtMost} from './beta.ts'
import {badInput} from './input.ts'
import type {IntervalEstimate} from './interval.ts'
import {scoreInterval} from './share-interval.ts'

/** Pairs of trials by who succeeded: both, only the one, only the other, neither. */
export interface PairedCounts {
  readonly both: number
  readonly onlyOne: number
  readonly onlyOther: number
  readonly neither: number
}

/**
 * Difference of two shares measured on the same trials, `one - other`, -1 to 1; undefined without a pair. Throws `stats_input`.
 * Source: Newcombe, Improved Confidence Intervals for the Difference Between Binomial Proportions Based on Paired Data, 1998, method 10.
 */
export function newcombePaired(counts: PairedCounts, level = 0.95): IntervalEstimate | undefined {
  const n = sum(demandPairs(counts))
  return n === 0 ? undefined : {...intervalOf(counts, level), level, method: 'newcombe-paired', n}
}

/** More pairs than anybody runs. */
const MOST_PAIRS = 1e9

/**
 * Pairs after which the interval would no longer hold `limit`, were the shares to stay; never below those seen. `null` where no number
 * does: the difference is the limit. Throws `stats_input`. The interval itself is asked: where few pairs differ it shrinks faster than with
 * the root of their number, so that 73 equal pairs exclude a loss of .05 and not the 207 that 20 of them would promise.
 */
export function neededPairs(counts: PairedCounts, limit: number): number | null {
  const seen = sum(demandPairs(counts))
  if (seen === 0) return null
  const isDecided = (n: number) => {
    const {low, high} = intervalOf(scaled(counts, n / seen), 0.95)
    return low > limit || high < limit
  }
  let high = seen
  while (!isDecided(high) && high < MOST_PAIRS) high *= 2
  if (high >= MOST_PAIRS) return null
  let low = high / 2
  while (high - low > 1 && high > seen) {
    const middle = Math.floor((low + high) / 2)
    if (isDecided(middle)) high = middle
    else low = middle
  }
  return Math.max(seen, Math.ceil(high))
}

/** The limits for counts that need not be whole numbers. */
function intervalOf(counts: PairedCounts, level: number): Pick<IntervalEstimate, 'estimate' | 'low' | 'high'> {
  const {both, onlyOne, onlyOther} = counts
  const n = sum(counts)
  const first = scoreInterval((both + onlyOne) / n, n, level)
  const second = scoreInterval((both + onlyOther) / n, n, level)
  const estimate = (onlyOne - onlyOther) / n
  const phi = correlation(counts)
  const reach = (a: number, b: number) => Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b))
  return {
    estimate,
    low: Math.max(-1, estimate - reach(first.estimate - first.low, second.high - second.estimate)),
    high: Math.min(1, estimate + reach(first.high - first.estimate, second.estimate - second.low)),
  }
}

function sum({both, onlyOne, onlyOther, neither}: PairedCounts): number {
  return both + onlyOne + onlyOther + neither
}

function scaled({both, onlyOne, onlyOther, neither}: PairedCounts, factor: number): PairedCounts {
  return {both: factor * both, onlyOne: factor * onlyOne, onlyOther: factor * onlyOther, neither: factor * neither}
}

/**
 * Two-sided p-value of "both succeed equally often", from the pairs that differ; 1 where none does. Throws `stats_input`.
 * Source: McNemar, Note on the Sampling Error of the Difference Between Correlated Proportions, 1947, in its exact form.
 */
export function mcNemar({onlyOne, onlyOther}: Pick<PairedCounts, 'onlyOne' | 'onlyOther'>): number {
  demandPairs({both: 0, neither: 0, onlyOne, onlyOther})
  return Math.min(1, 2 * binomialAtMost(Math.min(onlyOne, onlyOther), onlyOne + onlyOther, 0.5))
}

/** Phi with the continuity correction of method 10; 0 where a margin is empty. */
function correlation({both, onlyOne, onlyOther, neither}: PairedCounts): number {
  const margins = [both + onlyOne, onlyOther + neither, both + onlyOther, onlyOne + neither]
  if (margins.includes(0)) return 0
  const agreement = both * neither - onlyOne * onlyOther
  const corrected = agreement > 0 ? Math.max(0, agreement - (both + onlyOne + onlyOther + neither) / 2) : agreement
  return corrected / Math.sqrt(margins.reduce((product, margin) => product * margin, 1))
}

function demandPairs(counts: PairedCounts): PairedCounts {
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0
  if (Object.values(counts).every(isCount)) return counts
  throw badInput('counts of pairs must be whole numbers from 0')
}
