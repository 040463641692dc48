import type {BenchmarkEstimate, BenchmarkResponse, BenchmarkRow} from '#contract/generated/types'
import {clientReason, isClientLimited, providersEstimate} from '#gate/client-interval'
import type {Measurement} from '#gate/rule'
import {THROUGHPUT, TIMED_METRICS} from '../model/timed-metric.ts'

/** A row as rules see it: one measurement a metric. */
export function rowMeasurements(row: BenchmarkRow): Measurement[] {
  const {provider, operation, iterations} = row
  const place = rowIdOf(row)
  const facts = {kind: 'benchmark', provider, operation}
  const counted = (metric: string, value: number | null): Measurement => ({
    rowId: `${place}/${metric}`,
    facts,
    metric,
    estimate: iterations === 0 ? null : value,
    n: iterations,
    ...(value === null && {reason: 'nothing was counted'}),
  })
  return [
    ...TIMED_METRICS.map(({name, kind, column}) => ({
      rowId: `${place}/${name}`,
      facts,
      metric: name,
      ...timeOf(row, kind, column),
    })),
    {rowId: `${place}/${THROUGHPUT}`, facts, metric: THROUGHPUT, ...rateOf(row)},
    counted('error_count', row.error_count),
    counted('retry_count', row.retry_count),
    counted('success_rate', row.success_count / iterations),
  ]
}

export function rowIdOf({provider, operation}: Pick<BenchmarkRow, 'provider' | 'operation'>): string {
  return `${provider}/${operation}`
}

type Value = Pick<Measurement, 'estimate' | 'ci' | 'n' | 'neededN' | 'reason' | 'openReason' | 'isLeast'>

/** What of a time is the provider's, and why more calls would not tell it. Rows of earlier versions do not say what was this machine's. */
function timeOf(row: BenchmarkRow, kind: 'response' | 'service', column: keyof BenchmarkResponse): Value {
  const value = timed(providersEstimate(row, column, row[kind][column]))
  if (!isClientLimited(row)) return value
  const reason = clientReason(row)
  if (value.ci) return {...value, openReason: reason}
  return {...value, reason: row.client?.times ? (value.reason ?? reason) : reason}
}

/** A rate that was reached is the provider's, however this machine held it up; one that was missed may be this machine's. */
function rateOf(row: BenchmarkRow): Value {
  const {ci, ...value} = throughputOf(row)
  if (!isClientLimited(row)) return {...value, ...(ci && {ci})}
  const reason = clientReason(row)
  return row.client && ci ? {...value, ci, isLeast: true, openReason: reason} : {...value, reason}
}

function timed({estimate, ci, n, needed_n, reason}: BenchmarkEstimate): Value {
  return {
    estimate,
    n,
    ...(ci && {ci}),
    ...(needed_n !== undefined && {neededN: needed_n}),
    ...(reason !== undefined && {reason}),
  }
}

/** Rows of earlier versions have no interval of their throughput. */
function throughputOf({throughput, throughput_per_second: estimate, success_count: n}: BenchmarkRow): Value {
  return throughput ? timed(throughput) : {estimate, n, reason: 'insufficient_samples'}
}
