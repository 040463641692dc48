import type {BenchmarkEstimate, BenchmarkRow, BudgetEntry, BudgetMetric, Interval} from '#contract/generated/types'
import {clientReason, isClientLimited, providersEstimate} from './client-interval.ts'

/** Fewer successful calls say nothing of a mean or a rate per second. */
const MIN_N = 20

/** One limit held against one row. `observed` is null where nothing was measured; `tripFactor` is the slowdown that trips the limit. */
export interface BudgetCheck {
  readonly provider: string | null
  readonly operation: string | null
  readonly metric: BudgetMetric
  readonly threshold: number
  readonly direction: 'at_least' | 'at_most'
  readonly state: 'pass' | 'fail' | 'inconclusive'
  readonly observed: number | null
  readonly n: number
  readonly neededN?: number
  readonly ci?: Interval
  readonly reason?: string
  readonly tripFactor?: number
}

type Judged = Pick<BudgetCheck, 'state' | 'observed' | 'n'> &
  Partial<Pick<BudgetCheck, 'neededN' | 'ci' | 'reason' | 'tripFactor'>>
type Direction = BudgetCheck['direction']

/** Every limit the budget names against one row. Counts are exact; latencies are judged by their interval; missing data never passes. */
export function checkBudget(budget: BudgetEntry, row: BenchmarkRow): readonly BudgetCheck[] {
  const checks: BudgetCheck[] = []
  const check = (
    limit: number | undefined,
    metric: BudgetMetric,
    direction: Direction,
    judge: (limit: number) => Judged,
  ) => {
    if (limit === undefined) return
    checks.push({
      provider: row.provider,
      operation: row.operation,
      metric,
      threshold: limit,
      direction,
      ...judge(limit),
    })
  }
  const {iterations} = row
  const successRate = iterations === 0 ? null : row.success_count / iterations
  check(budget.min_success_rate, 'success_rate', 'at_least', (limit) =>
    judgeCount(successRate, iterations, (seen) => seen >= limit),
  )
  check(budget.max_error_count, 'error_count', 'at_most', (limit) =>
    judgeCount(iterations === 0 ? null : row.error_count, iterations, (seen) => seen <= limit),
  )
  check(budget.max_retry_count, 'retry_count', 'at_most', (limit) =>
    judgeCount(row.retry_count, iterations, (seen) => seen <= limit),
  )
  check(budget.max_average_latency_ms, 'average_latency_ms', 'at_most', (limit) => judgeTime(row, 'average', limit))
  check(budget.max_p95_latency_ms, 'p95_latency_ms', 'at_most', (limit) => judgeTime(row, 'p95', limit))
  check(budget.min_throughput_per_second, 'throughput_per_second', 'at_least', (limit) => judgeRate(row, limit))
  return checks
}

/** A budget whose results do not exist. It is open, which keeps the gate from being good; nobody can say that a limit was broken. */
export function missingResults(budget: BudgetEntry): BudgetCheck {
  return {
    provider: budget.provider ?? null,
    operation: budget.operation ?? null,
    metric: 'matching_results',
    threshold: 1,
    direction: 'at_least',
    state: 'inconclusive',
    observed: 0,
    n: 0,
    reason: 'no result matches this budget',
  }
}

function judgeCount(observed: number | null, n: number, holds: (seen: number) => boolean): Judged {
  if (observed === null) return {state: 'inconclusive', observed, n, reason: 'nothing was counted'}
  return {state: holds(observed) ? 'pass' : 'fail', observed, n}
}

function judgeLatency(measured: BenchmarkEstimate, limit: number): Judged {
  const {estimate} = measured
  const {seen, low, high} = intervalOf(measured)
  if (estimate === null || high === null || low === null) {
    return {...seen, state: 'inconclusive', reason: measured.reason ?? 'no interval'}
  }
  const tripped = {...seen, ...tripFactor(limit, estimate)}
  if (high <= limit) return passed(tripped)
  if (low > limit) return {...tripped, state: 'fail'}
  return {...tripped, state: 'inconclusive', reason: STRADDLES}
}

/** Rows of earlier versions have no interval, and then no verdict. */
function judgeThroughput({throughput, throughput_per_second: estimate, success_count: n}: BenchmarkRow, limit: number) {
  const measured: BenchmarkEstimate = throughput ?? {estimate, n}
  const {seen, low, high} = intervalOf({...measured, needed_n: Math.max(MIN_N, measured.needed_n ?? 0)})
  if (estimate === null) return {...seen, state: 'inconclusive', reason: 'no_samples'} as const
  const tripped = {...seen, ...tripFactor(estimate, limit)}
  if (n < MIN_N || high === null || low === null) {
    return {...tripped, state: 'inconclusive', reason: measured.reason ?? 'insufficient_samples'} as const
  }
  if (low >= limit) return passed(tripped)
  if (high < limit) return {...tripped, state: 'fail'} as const
  return {...tripped, state: 'inconclusive', reason: STRADDLES} as const
}

/** A time of a row that this machine held up is judged by what is known of the provider alone. */
function judgeTime(row: BenchmarkRow, column: 'average' | 'p95', limit: number): Judged {
  const measured = row.response[column]
  const judged = judgeLatency(providersEstimate(row, column, measured), limit)
  if (!isClientLimited(row) || judged.state !== 'inconclusive') return judged
  if (!row.client?.times) return {...judgeLatency(measured, limit), state: 'inconclusive', reason: clientReason(row)}
  return {...judged, reason: judged.reason === STRADDLES ? clientReason(row) : (judged.reason ?? clientReason(row))}
}

/** A rate that such a row reached is the provider's; one that it missed may be this machine's. */
function judgeRate(row: BenchmarkRow, limit: number): Judged {
  const judged = judgeThroughput(row, limit)
  if (!isClientLimited(row) || (row.client && judged.state === 'pass')) return judged
  return {...judged, state: 'inconclusive', reason: clientReason(row)}
}

/** Enough calls to tell, though more would tell it more closely. */
function passed<Seen extends {n: number; neededN?: number}>({neededN, ...seen}: Seen) {
  return {...seen, ...(neededN !== undefined && neededN <= seen.n && {neededN}), state: 'pass'} as const
}

const STRADDLES = 'the interval straddles the limit'

function intervalOf({estimate, n, needed_n, ci}: BenchmarkEstimate) {
  const seen = {observed: estimate, n, ...(needed_n !== undefined && {neededN: needed_n}), ...(ci && {ci})}
  return {seen, low: ci?.low ?? null, high: ci?.high ?? null}
}

function tripFactor(larger: number, smaller: number): Pick<Judged, 'tripFactor'> {
  return smaller > 0 ? {tripFactor: larger / smaller} : {}
}
