import type {
  BenchmarkGate,
  BenchmarkPresetList,
  BenchmarkRow,
  BenchmarkRunResult,
  RuleOutcome,
} from '#contract/generated/types'
import type {Case, Cell, Report, Table} from '#report/report'

/** What is printed is what was judged, without the run's place, which is known only once the run is closed. */
export type Told = Pick<BenchmarkRunResult, 'verdict' | 'settings' | 'harness' | 'planned' | 'rows' | 'gate'>

const CLOSED_LOOP =
  'Closed loop: a caller waits for its answer before it calls again, so queueing under a fixed arrival rate is not seen (coordinated omission).'
const ONE_PROCESS = 'All calls came from one process: how much another start of the process would differ is unknown.'

/** The report of a measurement: rows, errors, open quantiles, budget rules as cases. */
export function benchmarkReport(told: Told): Report {
  const {verdict, settings, rows, planned} = told
  return {
    title: settings.preset === null ? 'Benchmark' : `Benchmark ${settings.preset}`,
    status: verdict.state,
    facts: [
      {label: 'Providers', value: settings.providers.join(', ')},
      settings.duration_seconds === null
        ? {label: 'Iterations', value: settings.iterations}
        : {label: 'Duration (s)', value: settings.duration_seconds},
      {label: 'Concurrency', value: settings.concurrency},
      {label: 'Warm-up', value: settings.warmup},
      {label: 'Timer tick (ns)', value: told.harness?.timer_tick_ns ?? null},
      {label: 'Harness (ns a call)', value: told.harness?.harness_ns ?? null},
      ...gateFacts(told.gate),
    ],
    tables: [
      latencyTable(rows),
      ...tableOf(
        'intervals',
        ['provider', 'operation', 'statistic', 'ms', 'low', 'high', 'n', 'note'],
        rows.flatMap(intervalRows),
      ),
      ...tableOf('errors', ['provider', 'operation', 'code', 'count'], rows.flatMap(errorRows)),
      ...tableOf('not measured', ['provider', 'operation', 'outcome', 'reason', 'missing'], missingRows(planned)),
    ],
    cases: verdict.rules.map(caseOf),
    remarks: [...verdict.caveats, ...openRemarks(rows), ...markRemarks(rows), CLOSED_LOOP, ONE_PROCESS],
  }
}

/** The presets that may be named. */
export function presetReport(list: BenchmarkPresetList): Report {
  const rows = list.presets.map((preset): Cell[] => [
    preset.name,
    preset.category,
    preset.providers.join(', '),
    preset.iterations,
    preset.concurrency,
    preset.summary,
  ])
  const columns = ['preset', 'category', 'providers', 'iterations', 'concurrency', 'measures']
  return {
    title: 'Benchmark presets',
    status: 'pass',
    isListing: true,
    facts: [],
    tables: [{name: 'presets', columns, rows}],
    cases: [],
    remarks: [],
  }
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
  const cells = rows.map((row): Cell[] => [
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

const STATISTICS = ['average', 'p50', 'p90', 'p95', 'p99', 'p99_9'] as const
type Statistic = (typeof STATISTICS)[number]

const nameOf = (statistic: Statistic) => statistic.replace('_', '.')
const isOpen = ({response}: BenchmarkRow, statistic: Statistic) => response[statistic].reason === 'insufficient_samples'

function intervalRows(row: BenchmarkRow): Cell[][] {
  return STATISTICS.filter((statistic) => row.response[statistic].estimate !== null).map((statistic) => {
    const {estimate, ci, n, reason, one_sided} = row.response[statistic]
    const note = reason ?? (one_sided ? 'one_sided' : '')
    return [row.provider, row.operation, nameOf(statistic), estimate, ci?.low ?? null, ci?.high ?? null, n, note]
  })
}

/** What the samples do not carry, and how many it would take. */
function openRemarks(rows: readonly BenchmarkRow[]): string[] {
  const open = STATISTICS.flatMap((statistic) => {
    const row = rows.find((candidate) => isOpen(candidate, statistic))
    return row === undefined ? [] : [`${nameOf(statistic)} needs ${row.response[statistic].needed_n ?? 0}`]
  })
  return open.length === 0 ? [] : [`insufficient_samples: of successful calls, ${open.join(', ')}.`]
}

function errorRows({provider, operation, errors}: BenchmarkRow): Cell[][] {
  return Object.entries(errors).map(([code, count]) => [provider, operation, code, count])
}

function missingRows(planned: Told['planned']): Cell[][] {
  return planned
    .filter((entry) => entry.outcome !== 'run')
    .map((entry) => [entry.provider, entry.operation, entry.outcome, entry.reason, (entry.missing ?? []).join(', ')])
}

function tableOf(name: string, columns: string[], rows: Cell[][]): Table[] {
  return rows.length === 0 ? [] : [{name, columns, rows}]
}

function caseOf(rule: RuleOutcome): Case {
  const about = `${rule.metric} ${rule.threshold ?? ''} (${rule.estimate ?? 'not measured'}, n ${rule.n})`
  const frame = {suite: 'benchmark', name: rule.id, message: rule.reason ? `${about}; ${rule.reason}` : about}
  if (rule.state === 'pass') return {...frame, status: 'passed'}
  if (rule.state === 'waived') return {...frame, status: 'skipped'}
  return {...frame, status: rule.state === 'fail' ? 'failed' : 'error', type: rule.state}
}

function markRemarks(rows: readonly BenchmarkRow[]): string[] {
  const marked = (mark: BenchmarkRow['marks'][number]) =>
    rows.filter((row) => row.marks.includes(mark)).map((row) => `${row.provider} ${row.operation}`)
  const remark = (mark: BenchmarkRow['marks'][number], words: string) =>
    marked(mark).length === 0 ? [] : [`${words}: ${marked(mark).join(', ')}.`]
  return [
    ...remark('timer_limited', 'The clock is too coarse for a verdict on'),
    ...remark('harness_limited', 'The measuring itself is a good part of the time of'),
    ...remark('not_settled', 'The warm-up ended before five block medians agreed within 5 %'),
    ...remark('sampled', 'Quantiles come from a seeded sample of the calls of'),
    ...remark('cut_short', 'Calls under way at the interruption are not counted'),
  ]
}
