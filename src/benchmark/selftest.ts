import type {
  BenchmarkEstimate,
  BenchmarkRow,
  BenchmarkSelftestResult,
  BudgetEntry,
  SelftestInjection,
} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import type {ExitName} from '#error/exit'
import {BUDGET_LIMITS, concerns} from '#gate/budget'
import {judgeBudgets} from '#gate/budget-gate'
import {exitAfterRules, injected, injectRules, UNTESTED} from '#gate/injection'
import {selftestReport, selftestVerdict} from '#gate/selftest-report'
import type {Report} from '#report/report'
import type {RecordedRun} from '#run/read-recorded'
import {benchmarkBaselineOutcome, benchmarkBaselineRules} from './judge/baseline.ts'
import {type BenchmarkSide, recordedBenchmark} from './judge/benchmark-side.ts'
import {executionOf} from './judge/execution.ts'
import {rowMeasurements} from './judge/gate-rows.ts'
import type {BenchmarkPlan} from './plan/run-plan.ts'

/** Injects into a recorded benchmark, in memory, every fault that the budgets and rules of a plan must notice, and reports which they missed. */
export function breakBenchmark(
  plan: BenchmarkPlan,
  recorded: RecordedRun,
): {result: BenchmarkSelftestResult; report: Report} {
  const side = recordedBenchmark(recorded)
  const {rows} = side.timing
  const isOwn = plan.gate !== undefined || plan.settings.thresholds.length > 0
  const usual = plan.baseline && !isOwn ? benchmarkBaselineRules(rows) : []
  const injections = [
    ...plan.budgets.flatMap((budget, at) => injectBudget(budget, `budget-${at + 1}`, rows)),
    ...injectRules(plan.gate, [...usual, ...plan.settings.thresholds], rows.flatMap(rowMeasurements)),
    ...injectExecution(plan, rows),
    ...injectBaseline(side),
  ]
  const verdict = selftestVerdict(injections)
  const document = {run_id: recorded.manifest.run_id as RunId, injections}
  return {
    result: {schema_version: 1, command: 'benchmark', exit: verdict.exit, verdict, selftest: document},
    report: selftestReport(document, verdict),
  }
}

/** Tests each limit of a budget separately: breached, with too few calls, and without its row. */
function injectBudget(budget: BudgetEntry, target: string, rows: readonly BenchmarkRow[]): SelftestInjection[] {
  const row = rows.find((one) => concerns(budget, one))
  if (!row) return [injected(target, UNTESTED, {expected: 'ok', got: 'inconclusive'})]
  const limits = BUDGET_LIMITS.filter((key) => budget[key] !== undefined)
  const judge = (key: (typeof limits)[number], changed: readonly BenchmarkRow[]) => {
    const {provider, operation} = budget
    const one = {...(provider && {provider}), ...(operation && {operation}), [key]: budget[key]}
    return exitAfterRules(judgeBudgets([one], changed).rules)
  }
  return limits.flatMap((key) => {
    const limit = budget[key] ?? 0
    const said = (injection: string, expected: ExitName, changed: readonly BenchmarkRow[]) =>
      injected(`${target}:${key}`, injection, {expected, got: judge(key, changed)})
    const few = withFew(row, key)
    return [
      said('a breach', 'failed', [breached(row, key, limit)]),
      said('its row deleted', 'inconclusive', []),
      ...(few ? [said('too few calls', 'inconclusive', [few])] : []),
    ]
  })
}

type Limit = (typeof BUDGET_LIMITS)[number]

function breached(row: BenchmarkRow, key: Limit, limit: number): BenchmarkRow {
  const above = exactly(limit + 1)
  switch (key) {
    case 'min_success_rate':
      return {...row, success_count: 0, error_count: row.iterations}
    case 'max_error_count':
      return {...row, error_count: limit + 1}
    case 'max_retry_count':
      return {...row, retry_count: limit + 1}
    case 'max_average_latency_ms':
      return {...row, response: {...row.response, average: above}}
    case 'max_p95_latency_ms':
      return {...row, response: {...row.response, p95: above}}
    case 'min_throughput_per_second':
      return {...row, throughput_per_second: limit / 2, throughput: exactly(limit / 2), success_count: MANY}
  }
}

/** The row with too few samples for a limit; undefined for exact counts, which need no minimum. */
function withFew(row: BenchmarkRow, key: Limit): BenchmarkRow | undefined {
  switch (key) {
    case 'max_average_latency_ms':
      return {...row, response: {...row.response, average: NOTHING}}
    case 'max_p95_latency_ms':
      return {...row, response: {...row.response, p95: NOTHING}}
    case 'min_throughput_per_second':
      return {...row, throughput_per_second: 1e9, throughput: {...NOTHING, estimate: 1e9}, success_count: 1}
    default:
      return undefined
  }
}

const MANY = 1000
const NOTHING: BenchmarkEstimate = {estimate: null, n: 1, reason: 'insufficient_samples'}

function exactly(estimate: number): BenchmarkEstimate {
  return {estimate, n: MANY, ci: {low: estimate, high: estimate, level: 0.95, method: 'injected'}}
}

function injectExecution({budgets, gate}: BenchmarkPlan, rows: readonly BenchmarkRow[]): SelftestInjection[] {
  const failing = (share: number) =>
    rows.map((row) => ({row: {...row, error_count: row.iterations}, unreachable: Math.round(row.iterations * share)}))
  const said = (injection: string, expected: ExitName, executed: ReturnType<typeof failing>) =>
    injected('execution', injection, {
      expected,
      got: exitAfterRules([executionOf(executed, budgets, gate?.maxErrorShare)]),
    })
  return [
    said('every call ends in a transport error', 'unavailable', failing(1)),
    said('every call ends in a wrong answer', 'failed', failing(0)),
    said('nothing ran', 'inconclusive', []),
  ]
}

/** Tests the baseline rule: with the run itself as its baseline, then with one that is missing, changed, or from another machine. */
function injectBaseline(candidate: BenchmarkSide): SelftestInjection[] {
  const parent = {run_id: '', relation: 'baseline', manifest_sha256: ''} as const
  const {timing} = candidate
  const other = {...timing, machine: {...timing.machine, fingerprint: 'sha256:injected'}}
  const found = (damaged: readonly string[], side = candidate) => ({kind: 'found', side, parent, damaged}) as const
  const said = (
    injection: string,
    expected: ExitName,
    baseline: Parameters<typeof benchmarkBaselineOutcome>[0]['baseline'],
  ) =>
    injected('baseline', injection, {
      expected,
      got: exitAfterRules(benchmarkBaselineOutcome({baseline, candidate, isAnyMachine: false})),
    })
  return [
    said('nothing: the run itself', 'ok', found([])),
    said('a missing baseline', 'inconclusive', {kind: 'missing'}),
    said('a changed digest', 'failed', found(['results/timing.json'])),
    said('another machine', 'inconclusive', found([], {...candidate, timing: other})),
  ]
}
