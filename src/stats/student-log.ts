import {studentQuantile} from './beta.ts'
import {badInput, demandFinite} from './input.ts'
import type {IntervalEstimate} from './interval.ts'

/**
 * The typical value of groups that each give one value above 0, such as the median call of each process: their geometric mean with
 * Student's limits of the logarithms. With two groups it is wide, for two hardly show how much a third would differ. Undefined for fewer.
 * Throws `stats_input`.
 */
export function studentLog(values: readonly number[], level = 0.95): IntervalEstimate | undefined {
  demandFinite(values)
  if (!values.every((value) => value > 0)) throw badInput('values must be above 0')
  const n = values.length
  if (n < 2) return undefined
  const logs = values.map(Math.log)
  const mean = logs.reduce((sum, value) => sum + value / n, 0)
  const variance = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1)
  const reach = studentQuantile((1 + level) / 2, n - 1) * Math.sqrt(variance / n)
  return {
    estimate: Math.exp(mean),
    low: Math.exp(mean - reach),
    high: Math.exp(mean + reach),
    level,
    method: 'student-log',
    n,
  }
}
