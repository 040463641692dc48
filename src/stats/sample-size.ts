import {badInput} from './input.ts'
import {zOf} from './normal.ts'

/** Two-sided .05, power .8. */
const Z_ALPHA = 1.959963984540054
const Z_POWER = 0.8416212335729143

/**
 * Trials each of two independent groups needs to tell two success rates apart (not rounded). Throws `stats_input` unless the rates
 * differ and lie in 0–1. Source: Fleiss, Levin and Paik, Statistical Methods for Rates and Proportions, formula 4.14.
 */
export function sampleSize(one: number, other: number): number {
  if (!(one >= 0 && one <= 1 && other >= 0 && other <= 1) || one === other) {
    throw badInput('two different rates between 0 and 1 are needed')
  }
  const pooled = (one + other) / 2
  const spread =
    Z_ALPHA * Math.sqrt(2 * pooled * (1 - pooled)) + Z_POWER * Math.sqrt(one * (1 - one) + other * (1 - other))
  return (spread / (one - other)) ** 2
}

/**
 * Pairs that McNemar's test needs when only the one succeeds with `onlyOne` and only the other with `onlyOther` (not rounded). Throws
 * `stats_input`. Source: Connor, Sample Size for Testing Differences in Proportions for the Paired-Sample Design, 1987.
 */
export function pairedSampleSize(onlyOne: number, onlyOther: number): number {
  const discordant = onlyOne + onlyOther
  const difference = onlyOne - onlyOther
  if (!(onlyOne >= 0 && onlyOther >= 0 && discordant <= 1) || difference === 0) {
    throw badInput('two different shares of pairs that differ are needed')
  }
  const spread = Z_ALPHA * Math.sqrt(discordant) + Z_POWER * Math.sqrt(discordant - difference * difference)
  return (spread / difference) ** 2
}

/** The smallest drop from `rate` that a second run of `n` trials would find; `null` when not even a drop to 0 is found. */
export function mde(rate: number, n: number): number | null {
  if (n < 1 || rate <= 0 || sampleSize(rate, 0) > n) return null
  let [low, high] = [0, rate]
  for (let halving = 0; halving < 50; halving++) {
    const middle = (low + high) / 2
    if (sampleSize(rate, rate - middle) > n) low = middle
    else high = middle
  }
  return Number(high.toPrecision(6))
}

/**
 * Trials after which an interval that shrinks with their root would no longer hold `threshold`, were the estimate to stay; never below
 * `n`. `null` where no number does: the estimate is the threshold. A score interval (`wilson`) is taken at the threshold.
 */
export function neededTrials(
  seen: {
    readonly estimate: number
    readonly low: number
    readonly high: number
    readonly method: string
    readonly n: number
  },
  threshold: number,
): number | null {
  const {estimate, low, high, method, n} = seen
  const distance = Math.abs(estimate - threshold)
  if (distance === 0) return null
  const reach = estimate > threshold ? estimate - low : high - estimate
  const needed =
    method === 'wilson' ? (zOf(0.95) ** 2 * threshold * (1 - threshold)) / distance ** 2 : n * (reach / distance) ** 2
  return Number.isFinite(needed) ? Math.max(n, Math.ceil(needed)) : null
}
