const SERIES = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
  0.17087277,
]

/**
 * Chance that a standard normal value lies further from 0 than `z`, on either side; relative error below 1.2e-7.
 * Source: the Chebyshev fit of erfc in Press et al., Numerical Recipes in C, 2nd edition, 6.2.
 */
export function twoSidedTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + x / 2)
  const sum = SERIES.reduceRight((total, term) => term + t * total, 0)
  return Math.min(1, t * Math.exp(sum - x * x))
}

/** Chance that a standard normal value lies below `z`. */
export function normalBelow(z: number): number {
  const tail = twoSidedTail(z) / 2
  return z < 0 ? tail : 1 - tail
}
