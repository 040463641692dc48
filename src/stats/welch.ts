import {studentQuantile, studentTail} from './beta.ts'
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
  const {estimate, error, degrees} = differenceOf(one, other)
  if (error === 0) return {estimate, low: estimate, high: estimate, level, method: 'welch', n}
  const reach = studentQuantile(1 - (1 - level) / 2, degrees) * error
  return {estimate, low: estimate - reach, high: estimate + reach, level, method: 'welch', n}
}

/**
 * Two-sided chance of a difference `one - other` at least as far from `limit` as the one that was seen, where `limit` is the true one: no more than 1 - level exactly
 * where the interval misses it. 1 for fewer than two values on a side. Throws `stats_input`.
 */
export function welchChance(one: readonly number[], other: readonly number[], limit: number): number {
  demandFinite(one)
  demandFinite(other)
  if (Math.min(one.length, other.length) < 2) return 1
  const {estimate, error, degrees} = differenceOf(one, other)
  if (error === 0) return estimate === limit ? 1 : 0
  return studentTail((estimate - limit) / error, degrees)
}

function differenceOf(one: readonly number[], other: readonly number[]) {
  const [first, second] = [meanOf(one), meanOf(other)]
  const [a, b] = [errorOf(one, first), errorOf(other, second)]
  const degrees = (a + b) ** 2 / (a ** 2 / (one.length - 1) + b ** 2 / (other.length - 1))
  return {estimate: first - second, error: Math.sqrt(a + b), degrees}
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value / values.length, 0)
}

/** Squared error of a mean. */
function errorOf(values: readonly number[], mean: number): number {
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) / values.length
}
