import {AssayError} from '#error/assay-error'

/** Two-sided .05, power .8. */
const Z_ALPHA = 1.959963984540054
const Z_POWER = 0.8416212335729143

/**
 * Trials each of two independent groups needs to tell two success rates apart (not rounded). Throws `stats_input` unless the rates
 * differ and lie in 0–1. Source: Fleiss, Levin and Paik, Statistical Methods for Rates and Proportions, formula 4.14.
 */
export function sampleSize(one: number, other: number): number {
  if (!(one >= 0 && one <= 1 && other >= 0 && other <= 1) || one === other) {
    throw new AssayError('stats_input', 'Two different rates between 0 and 1 are needed')
  }
  const pooled = (one + other) / 2
  const spread =
    Z_ALPHA * Math.sqrt(2 * pooled * (1 - pooled)) + Z_POWER * Math.sqrt(one * (1 - one) + other * (1 - other))
  return (spread / (one - other)) ** 2
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
