import {betaDistribution} from './beta.ts'

/** P(B <= k) for B of `trials` tries that each succeed with `probability`. */
export function binomialAtMost(k: number, trials: number, probability: number): number {
  if (k < 0) return 0
  if (k >= trials) return 1
  return betaDistribution(1 - probability, trials - k, k + 1)
}
