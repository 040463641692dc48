import {benchmarkCalibration} from '#contract/generated/benchmark-calibration'
import type {
  BenchmarkCalibratedLimit,
  BenchmarkCalibration,
  BenchmarkRow,
  BenchmarkTiming,
  BudgetEntry,
} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {concerns} from '#gate/budget'
import {ratioLimit} from '#gate/standing'
import {quantileMinimum} from '#stats/quantile'
import {wilson} from '#stats/share-interval'
import {LEAST_CALIBRATED_PROCESSES} from '../model/benchmark-options.ts'
import {Histogram} from '../model/histogram.ts'
import {backTest, predictionLimit, relativeNoise, type Worse} from './back-test.ts'

const MOST_FALSE_ALARMS = 0.05
const P95 = 0.95

type LimitName = BenchmarkCalibratedLimit['limit']
const LIMITS: readonly (readonly [name: LimitName, worse: Worse])[] = [
  ['max_average_latency_ms', 'above'],
  ['max_p95_latency_ms', 'above'],
  ['min_throughput_per_second', 'below'],
]

/**
 * Makes a candidate budget from the processes of each row, and tests it against the same values. Runs with errors are refused: calls that
 * failed, fast or slowly, say nothing of the time that work takes.
 */
export function calibrateBudgets(timing: BenchmarkTiming, old: readonly BudgetEntry[]): BenchmarkCalibration {
  const {rows, machine} = timing
  const refused = refusalOf(rows)
  const limits = refused === null ? rows.flatMap((row) => limitsOf(row, timing, old)) : []
  const budget = refused === null ? rows.map((row) => entryOf(row, limits)) : null
  return parse(benchmarkCalibration, {
    schema_version: 1,
    review_required: true,
    machine,
    processes: Math.max(1, ...rows.map((row) => row.processes.length)),
    refused,
    budget,
    limits,
    noise_floors: rows.flatMap(floorOf),
  })
}

function refusalOf(rows: readonly BenchmarkRow[]): string | null {
  if (rows.length === 0) return 'nothing was measured'
  const failed = rows.find((row) => row.error_count > 0)
  if (failed) return `${failed.error_count} calls of ${failed.provider} ${failed.operation} failed`
  const few = rows.find((row) => row.processes.length < LEAST_CALIBRATED_PROCESSES)
  return few
    ? `${few.provider} ${few.operation} ran in ${few.processes.length} of ${LEAST_CALIBRATED_PROCESSES} processes`
    : null
}

function limitsOf(row: BenchmarkRow, timing: BenchmarkTiming, old: readonly BudgetEntry[]): BenchmarkCalibratedLimit[] {
  const {provider, operation} = row
  return LIMITS.flatMap(([limit, worse]) => {
    const observed = valuesOf(row, timing, limit)
    if (observed === undefined) return []
    const test = backTest(observed, worse, `assay/1|calibration|${provider}|${operation}|${limit}`)
    const rate = test.falseAlarmRate
    const interval = wilson(Math.round(rate * observed.length), observed.length)
    return [
      {
        provider,
        operation,
        limit,
        old: old.find((budget) => concerns(budget, row) && budget[limit] !== undefined)?.[limit] ?? null,
        candidate: predictionLimit(observed, worse),
        observed: [...observed],
        back_test: {
          splits: test.splits,
          false_alarm_rate: rate,
          ci: {low: interval?.low ?? 0, high: interval?.high ?? 1, level: 0.95, method: 'wilson-processes'},
          detectable_slowdown: test.detectableSlowdown,
        },
        noisy: rate > MOST_FALSE_ALARMS,
      },
    ]
  })
}

/** One value per process; undefined if any process has none. */
function valuesOf(row: BenchmarkRow, timing: BenchmarkTiming, limit: LimitName): readonly number[] | undefined {
  const values = row.processes.map((one) => {
    if (limit === 'max_average_latency_ms') return one.average_latency_ms
    if (limit === 'min_throughput_per_second') return one.throughput_per_second
    return p95Of(row, timing, one.repeat)
  })
  const found = values.filter((value): value is number => value !== null && value > 0)
  return found.length === values.length ? found : undefined
}

function p95Of({provider, operation}: BenchmarkRow, {processes}: BenchmarkTiming, repeat: number): number | null {
  const own = processes.find((one) => one.provider === provider && one.operation === operation && one.repeat === repeat)
  const histogram = own && Histogram.of(own.response)
  if (!histogram || histogram.count < quantileMinimum(P95)) return null
  return (histogram.quantileNs(P95) ?? 0) / 1e6
}

function entryOf(row: BenchmarkRow, limits: readonly BenchmarkCalibratedLimit[]): BudgetEntry {
  const {provider, operation, retry_count} = row
  const own = limits.filter((limit) => limit.provider === provider && limit.operation === operation)
  return {
    provider,
    operation,
    min_success_rate: 1,
    max_error_count: 0,
    ...(retry_count === null ? {} : {max_retry_count: retry_count}),
    ...Object.fromEntries(own.map(({limit, candidate}) => [limit, candidate])),
  }
}

function floorOf({provider, operation, processes}: BenchmarkRow): BenchmarkCalibration['noise_floors'] {
  const medians = processes.flatMap(({p50_latency_ms}) => (p50_latency_ms ? [p50_latency_ms] : []))
  if (medians.length < LEAST_CALIBRATED_PROCESSES) return []
  const aa = relativeNoise(medians)
  return [{provider, operation, aa, ratio: ratioLimit(1, aa)}]
}
