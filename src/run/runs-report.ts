import type {RunsCleanupResult, RunsIndexResult, RunsListResult, RunsShowResult} from '#contract/generated/types'
import type {VerdictState} from '#error/exit'
import {typedWord} from '#path/shown-path'
import type {Report, Table, TableCell} from '#report/report'
import {labelText} from './labels.ts'
import {provenanceFacts} from './provenance.ts'

/** Runs as a table; issues are in a table of their own. */
export function runsListReport(result: RunsListResult): Report {
  const hasNames = result.entries.some((run) => nameOf(run) !== '')
  const names = hasNames ? ['name'] : []
  const columns = [
    'run',
    ...names,
    'kind',
    'status',
    'verdict',
    'provider',
    'operation',
    'created',
    'ms',
    'events',
    'why',
  ]
  const rows = result.entries.map((run) => [
    run.run_id,
    ...(hasNames ? [nameOf(run) || null] : []),
    run.kind,
    run.status,
    run.verdict,
    run.provider,
    run.operation,
    run.created_at,
    run.duration_ms,
    run.event_count,
    run.failure_summary,
  ])
  const minor = ['events', 'why', 'operation', 'ms', 'created', 'kind', 'provider']
  return listing('Runs', result, {name: 'runs', columns, rows, minor, minorBelow: true})
}

/** The name that users gave to the run: its job and its labels. */
function nameOf({provenance}: RunsListResult['entries'][number]): string {
  return provenance === null ? '' : [provenance.job ?? '', labelText(provenance.labels)].filter(Boolean).join(' ')
}

export function runsIndexReport(result: RunsIndexResult): Report {
  const columns = ['run', 'kind', 'status', 'provider', 'artifacts', 'input', 'result', 'bundle', 'next']
  const rows = result.entries.map((run) => [
    run.run_id,
    run.kind,
    run.status,
    run.provider,
    run.artifact_types.join(' '),
    short(run.input_digest),
    short(run.result_digest),
    run.bundle_path,
    run.recovery_command ?? run.bundle_command,
  ])
  const minor = ['input', 'result', 'artifacts', 'bundle', 'provider', 'kind', 'next']
  return listing('Run index', result, {name: 'runs', columns, rows, minor})
}

/** One run: first the facts that an on-call engineer needs, then its files. */
export function runsShowReport(result: RunsShowResult): Report {
  const {entry, manifest} = result
  const files: Table = {
    name: 'files',
    columns: ['path', 'kind', 'origin', 'bytes', 'digest'],
    rows: manifest.artifacts.map((file) => [file.path, file.kind, file.origin, file.size_bytes, short(file.sha256)]),
  }
  return {
    title: `Run ${entry.run_id}`,
    isListing: true,
    status: shownVerdict(result),
    facts: [
      {label: 'Status', value: entry.status},
      {label: 'Verdict', value: entry.verdict},
      {label: 'Why', value: entry.failure_summary},
      {label: 'Command', value: ['assay', ...manifest.command_argv.map(typedWord)].join(' ')},
      {label: 'Provider', value: entry.provider},
      ...(manifest.provenance ? provenanceFacts(manifest.provenance) : []),
      {label: 'Created', value: entry.created_at},
      {label: 'Duration ms', value: entry.duration_ms},
      {label: 'Owner', value: result.lease},
      {label: 'In flight', value: result.in_flight.join(', ') || null},
      {label: 'Journal records', value: result.journal.records},
      {label: 'Folder', value: entry.path},
    ],
    tables: [files],
    cases: [],
    remarks: [
      ...manifest.issues.map((issue) => `${issue.code}: ${issue.message}`),
      ...result.next.map((next) => `Next: ${next}`),
    ],
  }
}

/** The report of a cleanup; for a plan it says for everything that it would be done, because nothing was. */
export function runsCleanupReport(result: RunsCleanupResult, {isWhole = false} = {}): Report {
  const {dry_run: isPlan, selected_count: selected, removed_count: removed, entries} = result
  const staying = isWhole ? [] : entries.filter(({action}) => action !== 'delete')
  const told = isWhole ? entries : entries.filter(({action}) => action === 'delete')
  return {
    title: isPlan ? 'Cleanup plan: nothing was removed' : 'Cleanup',
    isListing: isPlan,
    status: result.failed_count > 0 ? 'fail' : 'pass',
    facts: [
      {label: 'Keep', value: result.keep},
      {label: isPlan ? 'Would be removed' : 'Selected', value: selected},
      {label: 'Bytes of these', value: result.selected_bytes ?? null},
      ...(isPlan ? [] : [{label: 'Removed', value: removed}]),
      {label: isPlan ? 'Would stay' : 'Kept', value: result.kept_count},
      ...(isPlan ? [] : [{label: 'Failed', value: result.failed_count}]),
    ],
    tables: [
      {
        name: 'entries',
        columns: ['run', isPlan ? 'would' : 'action', 'reason', 'bytes', 'error'],
        rows: [
          ...told.map(({run_id, action, reason, size_bytes, error = null}) => [
            run_id,
            action,
            reason,
            size_bytes,
            error,
          ]),
          ...stayingRows(staying),
        ],
      },
    ],
    cases: [],
    remarks: [
      ...(staying.length > 1 ? ['--verbose names each run that stays.'] : []),
      isPlan ? planned(selected) : `${removed} removed.`,
    ],
  }
}

/** One line per reason for all entries that stay, if there are many. */
function stayingRows(staying: RunsCleanupResult['entries']): TableCell[][] {
  const reasons = Map.groupBy(staying, ({action, reason}) => `${action} ${reason}`)
  return [...reasons.values()].flatMap((own) => {
    const [first] = own
    const bytes = own.reduce((sum, {size_bytes}) => sum + size_bytes, 0)
    return first
      ? [[own.length === 1 ? first.run_id : `${own.length} runs`, first.action, first.reason, bytes, null]]
      : []
  })
}

function planned(selected: number): string {
  if (selected === 0) return 'Nothing was removed, and there is nothing to remove.'
  return `Nothing was removed. Add --yes to remove ${selected === 1 ? 'this one' : `these ${selected}`}.`
}

function listing(title: string, result: RunsListResult | RunsIndexResult, table: Table): Report {
  const issues: Table = {
    name: 'issues',
    columns: ['name', 'reason', 'detail'],
    rows: result.issues.map((issue) => [issue.name, issue.reason, issue.detail]),
  }
  const {more_count: more} = result
  return {
    title,
    isListing: true,
    status: result.exit.code === 0 ? 'pass' : 'fail',
    facts: [
      {label: 'Workspace', value: result.workspace},
      {label: 'Runs', value: result.entry_count},
      {label: 'Issues', value: result.issue_count},
    ],
    tables: result.issue_count > 0 ? [table, issues] : [table],
    cases: [],
    remarks: more > 0 ? [`${more} older ${more === 1 ? 'run is' : 'runs are'} not shown; --limit 0 shows all.`] : [],
  }
}

const DIGEST_CHARACTERS = 'sha256:'.length + 12

function short(digest: string | null): string | null {
  return digest === null ? null : digest.slice(0, DIGEST_CHARACTERS)
}

/** The verdict that is shown: listing a run succeeds whatever its outcome; only a broken journal makes the command itself fail. */
function shownVerdict(result: RunsShowResult): VerdictState {
  return result.exit.code === 0 ? 'pass' : 'fail'
}
