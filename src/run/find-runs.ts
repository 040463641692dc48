import {join} from 'node:path'
import type {RunsIndexResult, RunsListResult} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {type Exit, exitNamed} from '#error/exit'
import {BUNDLES} from './layout.ts'
import {LedgerWatch} from './ledger-watch.ts'
import {scanRuns} from './list-runs.ts'
import {compileFilters, type RunFilters} from './query.ts'
import type {ReadPorts, RunIssue, RunView} from './read-run.ts'
import {issueEntry, runIndexEntry, runListEntry} from './run-entry.ts'

/** Which runs to show of which workspace. `shown` is the name of the workspace in the result. */
export interface RunSearch {
  readonly workspace: string
  readonly shown: string
  readonly filters: RunFilters
  readonly limit?: number
  /** Whether issues make the exit 1. */
  readonly strict: boolean
}

/** Runs of a workspace that match the filters, newest first; issues are never filtered out. */
export function findRuns(search: RunSearch, ports: ReadPorts): RunsListResult {
  const {entries, head} = collect(search, ports, runListEntry)
  return {...head, command: 'runs list', entries}
}

/** Runs of a workspace with their digests, whether they are bundled, and the commands to run next; newest first. */
export function runsIndex(search: RunSearch, ports: ReadPorts): RunsIndexResult {
  const bundles = join(search.workspace, BUNDLES)
  const isFolder = ports.files.reader.facts(bundles)?.kind === 'directory'
  const bundled = new Set(isFolder ? ports.files.reader.list(bundles).map(({name}) => name) : [])
  const {entries, head} = collect(search, ports, (run) => runIndexEntry(run, bundled.has(run.runId)))
  return {...head, command: 'runs index', entries}
}

/**
 * Manifests are released as soon as their entry is made: with thousands in memory, garbage collection took half the time. Once there are
 * enough rows that nothing can remove, further runs are only counted, by the digests that the ledger recorded, and are read only if those
 * differ.
 */
function collect<Entry>(search: RunSearch, ports: ReadPorts, toEntry: (run: RunView) => Entry) {
  const matches = compileFilters(search.filters, ports.clock.nowMs())
  const {limit = Number.POSITIVE_INFINITY} = search
  const isNarrowed = Object.keys(shownFilters(search.filters)).length > 0
  const rows: {readonly runId: RunId; readonly entry: Entry}[] = []
  const counted: RunId[] = []
  const issues: RunIssue[] = []
  const watch = new LedgerWatch(search.workspace, ports)
  let sure = 0
  const isCounted = (runId: RunId) => {
    if (isNarrowed || sure < limit || !watch.takeRecorded(runId)) return false
    counted.push(runId)
    return true
  }
  for (const read of scanRuns({path: search.workspace}, ports, isCounted)) {
    if (read.kind === 'issue') issues.push(read)
    else {
      watch.take(read)
      if (!matches(read)) continue
      rows.push({runId: read.runId, entry: toEntry(read)})
      if (watch.endDigest(read.runId) === read.manifestSha256) sure++
    }
  }
  const {untrue, missing} = watch.judge()
  issues.push(...untrue.values(), ...missing)
  const isTrue = (runId: RunId) => !untrue.has(runId)
  const found = rows.filter(({runId}) => isTrue(runId)).map(({entry}) => entry)
  const entries = found.slice(0, limit)
  const head = {
    schema_version: 1 as const,
    exit: exitOf(search, issues.length),
    workspace: search.shown,
    filters: shownFilters(search.filters),
    entry_count: entries.length,
    more_count: found.length - entries.length + counted.filter(isTrue).length,
    issue_count: issues.length,
    issues: issues.reverse().map(issueEntry),
  }
  return {entries, head}
}

function exitOf(search: RunSearch, issueCount: number): Exit {
  if (issueCount === 0 || !search.strict) return exitNamed('ok', 'listed')
  return exitNamed('failed', `${issueCount} entries of the workspace are no readable runs`)
}

const SPELLING: Readonly<Record<keyof RunFilters, string>> = {
  provider: 'provider',
  status: 'status',
  capability: 'capability',
  operation: 'operation',
  kind: 'kind',
  verdict: 'verdict',
  artifactType: 'artifact_type',
  label: 'label',
  job: 'job',
  branch: 'branch',
  commit: 'commit',
  since: 'since',
  createdFrom: 'created_from',
  createdTo: 'created_to',
}

function shownFilters(filters: RunFilters): RunsListResult['filters'] {
  const shown: RunsListResult['filters'] = {}
  for (const [key, name] of Object.entries(SPELLING) as [keyof RunFilters, string][]) {
    const given = filters[key]
    if (given !== undefined && given.length > 0) shown[name] = typeof given === 'string' ? given : [...given]
  }
  return shown
}
