import type {BenchmarkEstimate, BenchmarkRow} from '#contract/generated/types'
import {quantileEstimate} from '#stats/quantile'
import {summarise} from '#stats/summary'
import type {PlannedItem} from './ledger.ts'
import {marksOf} from './marks.ts'
import {meanEstimate} from './mean-estimate.ts'
import type {HarnessCost} from './measure-harness.ts'
import type {Load, Measured} from './measure-operation.ts'

const LEVEL = 0.95

export interface RowFacts {
  readonly item: Pick<PlannedItem, 'provider' | 'operation'>
  readonly load: Load
  readonly measured: Measured
  readonly retries: number | null
  readonly cost: HarnessCost
}

/** One row. Counts, mean and extremes are over all calls; quantiles over the kept ones. A quantile of too few calls is null. */
export function rowOf({item, load, measured, retries, cost}: RowFacts): BenchmarkRow {
  const {store} = measured
  const kept = store.latenciesMs()
  const response = {
    average: meanEstimate(kept, store.latency?.averageMs),
    p50: quantile(kept, 0.5),
    p90: quantile(kept, 0.9),
    p95: quantile(kept, 0.95),
    p99: quantile(kept, 0.99),
    p99_9: quantile(kept, 0.999),
  }
  const errors = [...store.errors].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    provider: item.provider,
    operation: item.operation,
    iterations: store.count,
    concurrency: load.concurrency,
    success_count: store.successes,
    error_count: errors.reduce((sum, [, count]) => sum + count, 0),
    retry_count: retries,
    total_time_ms: measured.measuredNs / 1e6,
    average_latency_ms: store.latency?.averageMs ?? null,
    min_latency_ms: store.latency?.minMs ?? null,
    max_latency_ms: store.latency?.maxMs ?? null,
    p50_latency_ms: response.p50.estimate,
    p95_latency_ms: response.p95.estimate,
    throughput_per_second: throughput(store.successes, measured.measuredNs),
    p90_latency_ms: response.p90.estimate,
    p99_latency_ms: response.p99.estimate,
    p99_9_latency_ms: response.p99_9.estimate,
    response,
    errors: Object.fromEntries(errors),
    warmup_count: measured.warmUpCount,
    warmup_settled: measured.warmUpSettled,
    kept_samples: store.kept.length,
    marks: marksOf(measured, medianNs(kept), cost),
  }
}

/** Null without a success, and where the clock saw no time pass. */
function throughput(successes: number, ns: number): number | null {
  return successes > 0 && ns > 0 ? (successes * 1e9) / ns : null
}

function medianNs(latenciesMs: readonly number[]): number | undefined {
  const median = summarise(latenciesMs)?.median
  return median === undefined ? undefined : median * 1e6
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
