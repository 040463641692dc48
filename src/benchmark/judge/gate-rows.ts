import type {BenchmarkEstimate, BenchmarkRow} from '#contract/generated/types'
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
      ...unlessClient(row, timed(row[kind][column])),
    })),
    {rowId: `${place}/${THROUGHPUT}`, facts, metric: THROUGHPUT, ...unlessClient(row, throughputOf(row))},
    counted('error_count', row.error_count),
    counted('retry_count', row.retry_count),
    counted('success_rate', row.success_count / iterations),
  ]
}

export function rowIdOf({provider, operation}: Pick<BenchmarkRow, 'provider' | 'operation'>): string {
  return `${provider}/${operation}`
}

type Value = Pick<Measurement, 'estimate' | 'ci' | 'n' | 'neededN' | 'reason'>

/** Times and rates that are this machine's have no interval, so that no rule can be decided by them. */
function unlessClient({marks}: BenchmarkRow, {ci, ...value}: Value): Value {
  const isClient = marks.includes('client_limited')
  return {...value, ...(ci && !isClient && {ci}), ...(isClient && {reason: 'client_limited'})}
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
