type Estimated = {readonly estimate: number; readonly low: number; readonly high: number}

/**
 * Difference `one - other` of two estimates from their own intervals; conservative where the two go up and down together.
 * Source: Zou and Donner, Construction of Confidence Limits about Effect Measures, 2008 (method of variance estimates recovery).
 */
export function mover(one: Estimated, other: Estimated): Estimated {
  const estimate = one.estimate - other.estimate
  return {
    estimate,
    low: estimate - Math.hypot(one.estimate - one.low, other.high - other.estimate),
    high: estimate + Math.hypot(one.high - one.estimate, other.estimate - other.low),
  }
}
