import type {BenchmarkEstimate, BenchmarkRow, Interval} from '#contract/generated/types'
import type {Measurement} from '#gate/rule'
import {studentQuantile} from '#stats/student'
import {THROUGHPUT, TIMED_METRICS} from '../model/timed-metric.ts'

const LEVEL = 0.95

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
      ...timed(row[kind][column]),
    })),
    {rowId: `${place}/${THROUGHPUT}`, facts, metric: THROUGHPUT, ...throughputOf(row)},
    counted('error_count', row.error_count),
    counted('retry_count', row.retry_count),
    counted('success_rate', row.success_count / iterations),
  ]
}

export function rowIdOf({provider, operation}: Pick<BenchmarkRow, 'provider' | 'operation'>): string {
  return `${provider}/${operation}`
}

type Value = Pick<Measurement, 'estimate' | 'ci' | 'n' | 'neededN' | 'reason'>

function timed({estimate, ci, n, needed_n, reason}: BenchmarkEstimate): Value {
  return {
    estimate,
    n,
    ...(ci && {ci}),
    ...(needed_n !== undefined && {neededN: needed_n}),
    ...(reason !== undefined && {reason}),
  }
}

/** One caller at a time makes 1 call a mean service time, so its interval carries over; otherwise only processes show the spread. */
function throughputOf(row: BenchmarkRow): Value {
  const {throughput_per_second: estimate, success_count: n, concurrency, processes, service} = row
  if (estimate === null) return {estimate, n, reason: 'no_samples'}
  const {estimate: mean, ci} = service.average
  const rates = processes.flatMap(({throughput_per_second}) => throughput_per_second ?? [])
  if (rates.length >= 2) return {estimate, n, ci: betweenProcesses(rates, estimate)}
  if (concurrency !== 1 || mean === null || !ci?.low || !ci.high) return {estimate, n, reason: 'insufficient_samples'}
  return {estimate, n, ci: {...ci, low: (estimate * mean) / ci.high, high: (estimate * mean) / ci.low}}
}

function betweenProcesses(rates: readonly number[], estimate: number): Interval {
  const mean = rates.reduce((sum, rate) => sum + rate / rates.length, 0)
  const variance = rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / (rates.length - 1)
  const reach = studentQuantile(1 - (1 - LEVEL) / 2, rates.length - 1) * Math.sqrt(variance / rates.length)
  return {low: Math.max(0, estimate - reach), high: estimate + reach, level: LEVEL, method: 'student-processes'}
}
