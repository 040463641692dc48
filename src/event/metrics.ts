import type {ProviderEvent} from '#contract/generated/types'

/** Latencies in ms over terminal events; without samples the three statistics are absent, never 0. */
export interface LatencySummary {
  readonly sample_count: number
  readonly total_ms: number
  readonly average_ms?: number
  readonly min_ms?: number
  readonly max_ms?: number
}

/** One row a provider and operation. `error_count` holds failures and spent budgets. */
export interface ProviderMetrics {
  readonly provider: string
  readonly operation: string
  readonly request_count: number
  readonly error_count: number
  readonly retry_count: number
  readonly latency: LatencySummary
}

/** The row after one more event; pure, so replaying a run log gives the same numbers. */
export function foldMetrics(row: ProviderMetrics | undefined, event: Readonly<ProviderEvent>): ProviderMetrics {
  const before = row ?? emptyRow(event)
  if (event.phase === 'retry') return {...before, retry_count: before.retry_count + 1}
  return {
    ...before,
    request_count: before.request_count + 1,
    error_count: before.error_count + (event.phase === 'success' ? 0 : 1),
    latency: addSample(before.latency, event.duration_ms),
  }
}

function emptyRow({provider, operation}: Readonly<ProviderEvent>): ProviderMetrics {
  const none = {request_count: 0, error_count: 0, retry_count: 0}
  return {provider, operation, ...none, latency: {sample_count: 0, total_ms: 0}}
}

function addSample(latency: LatencySummary, ms: number): LatencySummary {
  const count = latency.sample_count + 1
  const total = latency.total_ms + ms
  return {
    sample_count: count,
    total_ms: total,
    average_ms: total / count,
    min_ms: Math.min(latency.min_ms ?? ms, ms),
    max_ms: Math.max(latency.max_ms ?? ms, ms),
  }
}
