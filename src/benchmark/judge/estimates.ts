import type {BenchmarkEstimate, BenchmarkResponse} from '#contract/generated/types'
import {groupedBootstrap} from '#stats/grouped-bootstrap'
import {quantileEstimate} from '#stats/quantile'
import {MEAN_MINIMUM, meanEstimate} from './mean-estimate.ts'

const LEVEL = 0.95
const QUANTILES = [
  ['p50', 0.5],
  ['p90', 0.9],
  ['p95', 0.95],
  ['p99', 0.99],
  ['p99_9', 0.999],
] as const

/**
 * Estimates of one kind of time with their intervals, in milliseconds. Each list holds the kept values of one process in order of time;
 * `averageMs` is exact over all. With several processes the intervals are hierarchical: processes differ more than the calls of one.
 */
export function estimatesOf(
  processesMs: readonly (readonly number[])[],
  averageMs: number | undefined,
  label: string,
): BenchmarkResponse {
  const pooled = processesMs.flat()
  const own = {
    average: meanEstimate(pooled, averageMs),
    ...(Object.fromEntries(QUANTILES.map(([name, q]) => [name, quantile(pooled, q)])) as Omit<
      BenchmarkResponse,
      'average'
    >),
  }
  if (processesMs.length < 2 || pooled.length < MEAN_MINIMUM) return own
  const limits = groupedBootstrap(
    processesMs,
    QUANTILES.map(([, q]) => q),
    `assay/1|benchmark|${label}|bootstrap`,
  )
  const between = (estimate: BenchmarkEstimate, ci: {low: number; high: number} | undefined): BenchmarkEstimate =>
    estimate.ci === undefined || ci === undefined
      ? estimate
      : {...estimate, ci: {...ci, level: LEVEL, method: 'bootstrap-hierarchical'}}
  const widened = QUANTILES.map(([name], at) => [name, between(own[name], limits.quantiles[at])])
  return {
    average: between(own.average, limits.mean),
    ...(Object.fromEntries(widened) as Omit<BenchmarkResponse, 'average'>),
  }
}

function quantile(latenciesMs: readonly number[], q: number): BenchmarkEstimate {
  const {n, minimum_n, status, estimate, low, high} = quantileEstimate(latenciesMs, q, LEVEL)
  if (n === 0) return {estimate: null, n, needed_n: minimum_n, reason: 'no_samples'}
  if (status === 'insufficient_samples') return {estimate: null, n, needed_n: minimum_n, reason: status}
  return {
    estimate: estimate ?? null,
    n,
    needed_n: minimum_n,
    ci: {low: low ?? null, high: high ?? null, level: LEVEL, method: 'order-statistic'},
    ...(status === 'one_sided' && {one_sided: true}),
  }
}
