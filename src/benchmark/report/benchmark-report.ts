import type {
  BenchmarkGate,
  BenchmarkRow,
  BenchmarkRunResult,
  BenchmarkSettings,
  BenchmarkTiming,
} from '#contract/generated/types'
import {ruleCase} from '#gate/rule-case'
import type {Report, Table, TableCell} from '#report/report'
import {calibrationRemarks, calibrationTables} from './calibration-report.ts'
import {intervalTables, openRemarks} from './interval-table.ts'
import {markRemarks} from './mark-remarks.ts'
import {benchmarkPlots} from './plots.ts'
import {processTables} from './process-table.ts'
import {tableUnlessEmpty} from './table.ts'

/** The judged benchmark as it is printed: without id and path of the run, which are known only once the run is closed. */
export interface ReportedBenchmark
  extends Pick<BenchmarkRunResult, 'verdict' | 'settings' | 'harness' | 'planned' | 'rows' | 'gate' | 'calibration'> {
  readonly timing: BenchmarkTiming
}

const CLOSED_LOOP =
  'Closed loop: a caller waits for its answer before it calls again, so queueing under a fixed arrival rate is not seen (coordinated omission).'
const OPEN_LOOP =
  'Open loop: calls begin at their times whatever the answers do; response times count from there, service times from the real start.'
const ONE_PROCESS =
  'between_run_variance: unknown. All calls of a provider came from one process; how much another start would differ is not known (--repeats).'

/** Class name for JUnit, `benchmark.operation.provider`, from the rows that a rule selected. */
function classNameOf(select: string): string {
  const [provider, operation] = select.split('/')
  return ['benchmark', operation, provider].filter(Boolean).join('.')
}

/** The report of a measurement: rows, errors, quantiles that need more samples, and rules as cases. */
export function benchmarkReport(told: ReportedBenchmark): Report {
  const {verdict, settings, rows, planned} = told
  return {
    title: `Benchmark${settings.preset === null ? '' : ` ${settings.preset}`} of ${settings.providers.join(', ')}`,
    status: verdict.state,
    facts: [
      {label: 'Providers', value: settings.providers.join(', ')},
      settings.duration_seconds === null
        ? {label: 'Iterations', value: settings.iterations}
        : {label: 'Duration (s)', value: settings.duration_seconds},
      ...loadFacts(settings),
      {label: 'Warm-up', value: settings.warmup},
      {label: 'Timer tick (ns)', value: told.harness?.timer_tick_ns ?? null},
      {label: 'Harness (ns a call)', value: told.harness?.harness_ns ?? null},
      {label: 'Machine', value: told.timing.machine.fingerprint},
      ...gateFacts(told.gate),
    ],
    tables: [
      latencyTable(rows),
      ...(told.calibration ? calibrationTables(told.calibration) : []),
      ...intervalTables(rows),
      ...processTables(told.timing),
      ...tableUnlessEmpty('errors', ['provider', 'operation', 'code', 'count'], rows.flatMap(errorRows)),
      ...tableUnlessEmpty(
        'not measured',
        ['provider', 'operation', 'outcome', 'reason', 'missing'],
        missingRows(planned),
      ),
    ],
    plots: benchmarkPlots(told.timing),
    cases: verdict.rules.map((rule) => ({...ruleCase(rule, 'benchmark'), className: classNameOf(rule.select)})),
    remarks: [
      ...(told.calibration ? calibrationRemarks(told.calibration) : []),
      ...verdict.caveats,
      ...openRemarks(rows),
      ...markRemarks(rows),
      ...loadRemarks(settings),
    ],
  }
}

function loadFacts({mode, concurrency, rate_per_second, arrival, max_in_flight, repeats}: BenchmarkSettings) {
  const load =
    mode === 'closed-loop'
      ? [{label: 'Concurrency', value: concurrency}]
      : [
          {label: 'Rate (calls/s)', value: rate_per_second},
          {label: 'Arrival', value: arrival},
          {label: 'Most in flight', value: max_in_flight},
        ]
  return [...load, {label: 'Repeats', value: repeats}]
}

function loadRemarks({mode, repeats}: BenchmarkSettings): string[] {
  return [mode === 'closed-loop' ? CLOSED_LOOP : OPEN_LOOP, ...(repeats === 1 ? [ONE_PROCESS] : [])]
}

function gateFacts(gate: BenchmarkGate) {
  if (gate.budget_count === 0) return [{label: 'Budgets', value: 'none'}]
  const words = gate.passed ? 'passed' : `${gate.violation_count} violated, ${gate.inconclusive_count} inconclusive`
  return [{label: 'Budgets', value: `${gate.budget_count}: ${words}`}]
}

function latencyTable(rows: readonly BenchmarkRow[]): Table {
  const columns = [
    'provider',
    'operation',
    'calls',
    'errors',
    'retries',
    'average ms',
    'p50 ms',
    'p95 ms',
    'max ms',
    'calls/s',
    'marks',
  ]
  const cells = rows.map((row): TableCell[] => [
    row.provider,
    row.operation,
    row.iterations,
    row.error_count,
    row.retry_count,
    row.average_latency_ms,
    row.p50_latency_ms,
    row.p95_latency_ms,
    row.max_latency_ms,
    row.throughput_per_second,
    row.marks.filter((mark) => mark !== 'between_run_variance_unknown').join(' '),
  ])
  return {name: 'results', columns, rows: cells}
}

function errorRows({provider, operation, errors}: BenchmarkRow): TableCell[][] {
  return Object.entries(errors).map(([code, count]) => [provider, operation, code, count])
}

function missingRows(planned: ReportedBenchmark['planned']): TableCell[][] {
  return planned
    .filter((entry) => entry.outcome !== 'run')
    .map((entry) => [entry.provider, entry.operation, entry.outcome, entry.reason, (entry.missing ?? []).join(', ')])
}
