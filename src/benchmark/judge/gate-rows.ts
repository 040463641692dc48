import type {BenchmarkEstimate, BenchmarkResponse, BenchmarkRow} from '#contract/generated/types'
import {clientReason, isClientLimited, providersEstimate} from '#gate/client-interval'
import type {Measurement} from '#gate/rule'
import {THROUGHPUT, TIMED_METRICS} from '../model/timed-metric.ts'

/** The measurements of a row that rules can select: one for each metric. */
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

/**
 * The part of a time that is the provider's, with the reason why more calls would not settle it. Rows of earlier versions do not record the
 * share of this machine.
 */
function timeOf(row: BenchmarkRow, kind: 'response' | 'service', column: keyof BenchmarkResponse): Value {
  const value = timed(providersEstimate(row, column, row[kind][column]))
  if (!isClientLimited(row)) return value
  const reason = clientReason(row)
  if (value.ci) return {...value, openReason: reason}
  return {...value, reason: row.client?.times ? (value.reason ?? reason) : reason}
}

/**
 * The throughput as rules judge it. A rate that was reached is the provider's, however much this machine slowed it down; a rate that was
 * missed may be this machine's fault.
 */
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

/** The throughput with its interval, which rows of earlier versions do not have. */
function throughputOf({throughput, throughput_per_second: estimate, success_count: n}: BenchmarkRow): Value {
  return throughput ? timed(throughput) : {estimate, n, reason: 'insufficient_samples'}
}
