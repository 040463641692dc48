import {studentQuantile} from './beta.ts'
import {demandFinite} from './input.ts'
import type {IntervalEstimate} from './interval.ts'

/**
 * Difference of the means of two independent groups, `one - other`, whose spreads may differ; undefined for fewer than two values on a
 * side. Throws `stats_input`. `n` is the smaller group. Source: Welch, The Generalization of Student's Problem, Biometrika 34 (1947).
 */
export function welch(one: readonly number[], other: readonly number[], level = 0.95): IntervalEstimate | undefined {
  demandFinite(one)
  demandFinite(other)
  const n = Math.min(one.length, other.length)
  if (n < 2) return undefined
  const [first, second] = [meanOf(one), meanOf(other)]
  const estimate = first - second
  const [a, b] = [errorOf(one, first), errorOf(other, second)]
  if (a + b === 0) return {estimate, low: estimate, high: estimate, level, method: 'welch', n}
  const degrees = (a + b) ** 2 / (a ** 2 / (one.length - 1) + b ** 2 / (other.length - 1))
  const reach = studentQuantile(1 - (1 - level) / 2, degrees) * Math.sqrt(a + b)
  return {estimate, low: estimate - reach, high: estimate + reach, level, method: 'welch', n}
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value / values.length, 0)
}

/** Squared error of a mean. */
function errorOf(values: readonly number[], mean: number): number {
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) / values.length
}
