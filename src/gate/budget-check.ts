import type {BenchmarkEstimate, BenchmarkRow, BudgetEntry, BudgetMetric, Interval} from '#contract/generated/types'

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
  check(budget.max_average_latency_ms, 'average_latency_ms', 'at_most', (limit) =>
    judgeLatency(row.response.average, limit),
  )
  check(budget.max_p95_latency_ms, 'p95_latency_ms', 'at_most', (limit) => judgeLatency(row.response.p95, limit))
  check(budget.min_throughput_per_second, 'throughput_per_second', 'at_least', (limit) => judgeThroughput(row, limit))
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
  const {estimate, n, needed_n, ci} = measured
  const seen = {observed: estimate, n, ...(needed_n !== undefined && {neededN: needed_n}), ...(ci && {ci})}
  const low = ci?.low ?? null
  const high = ci?.high ?? null
  if (estimate === null || high === null || low === null) {
    return {...seen, state: 'inconclusive', reason: measured.reason ?? 'no interval'}
  }
  const tripped = {...seen, ...tripFactor(limit, estimate)}
  if (high <= limit) return {...tripped, state: 'pass'}
  if (low > limit) return {...tripped, state: 'fail'}
  return {...tripped, state: 'inconclusive', reason: 'the interval straddles the limit'}
}

function judgeThroughput(row: BenchmarkRow, limit: number): Judged {
  const observed = row.throughput_per_second
  const n = row.success_count
  if (observed === null) return {state: 'inconclusive', observed, n, reason: 'no_samples'}
  const tripped = {observed, n, neededN: MIN_N, ...tripFactor(observed, limit)}
  if (n < MIN_N) return {...tripped, state: 'inconclusive', reason: 'insufficient_samples'}
  return {...tripped, state: observed >= limit ? 'pass' : 'fail'}
}

function tripFactor(larger: number, smaller: number): Pick<Judged, 'tripFactor'> {
  return smaller > 0 ? {tripFactor: larger / smaller} : {}
}
