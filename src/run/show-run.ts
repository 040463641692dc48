import {join} from 'node:path'
import type {RunsShowResult} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import {exitNamed} from '#error/exit'
import {inFlight, type JournalView, readJournal} from './journal.ts'
import {ledgerFault} from './keep-ledger.ts'
import {BUNDLES, JOURNAL, runFolder, sitesOf} from './layout.ts'
import {mustBeWorkspace} from './list-runs.ts'
import {type ReadPorts, type RunView, readRun} from './read-run.ts'
import {knownIds, notFound} from './resolve-run.ts'
import {workspaceWords} from './run-ending.ts'
import {runIndexEntry} from './run-entry.ts'

/** The run of that id. Throws `run_not_found` with the nearest ids, `run_unreadable` with the reason. */
function requireRun(workspace: {path: string}, runId: RunId, ports: ReadPorts): RunView {
  const {reader} = ports.files
  mustBeWorkspace(workspace.path, ports)
  if (reader.facts(runFolder(workspace.path, runId)) === undefined)
    throw notFound(runId, knownIds(workspace.path, reader))
  const view = readRun(workspace, runId, ports)
  if (view.kind === 'run') return view
  throw new AssayError('run_unreadable', `the run ${runId} cannot be read (${view.reason}): ${view.detail}`, {
    detail: {reason: view.reason},
  })
}

/** The workspace to read. `cwd`: the folder in which the suggested commands are typed; they must find the workspace from there. */
interface ShownWorkspace {
  readonly path: string
  readonly shown: string
  readonly cwd?: string
}

/** One run with its manifest, whether its owner is alive, what was in flight and which commands to run next. */
export function shownRun(workspace: ShownWorkspace, runId: RunId, ports: ReadPorts): RunsShowResult {
  const run = requireRun(workspace, runId, ports)
  const journal = journalOf(workspace, run, ports)
  const hasBundle = ports.files.reader.facts(join(workspace.path, BUNDLES, run.runId)) !== undefined
  const flag = workspace.cwd === undefined ? '' : workspaceWords({cwd: workspace.cwd, workspace: workspace.path})
  const fault = faultOf(workspace.path, run, journal, ports)
  const isOpen = ports.files.reader.facts(join(workspace.path, sitesOf(run.runId))) !== undefined
  return {
    schema_version: 1,
    command: 'runs show',
    exit: fault === undefined ? exitNamed('ok', 'shown') : exitNamed('failed', fault),
    workspace: workspace.shown,
    entry: runIndexEntry(run, hasBundle),
    manifest: run.manifest,
    lease: run.lease,
    in_flight: run.manifest.status === 'running' ? inFlight(journal.records) : [],
    journal: {records: journal.records.length, torn: journal.torn, broken_at: journal.brokenAt ?? null},
    next: [...(isOpen && !isOwned(run) ? [RECOVER] : []), ...nextCommands(run, hasBundle)].map(
      (command) => `${command}${flag}`,
    ),
  }
}

function faultOf(workspace: string, run: RunView, {brokenAt}: JournalView, {files}: ReadPorts): string | undefined {
  if (brokenAt !== undefined) return `the journal is broken at record ${brokenAt}`
  return isOwned(run) ? undefined : ledgerFault(workspace, run, files.reader)
}

/** Largest journal that is read: a million steps need no more. */
const MOST_JOURNAL_BYTES = 256 * 1024 * 1024

function journalOf(workspace: {path: string}, run: RunView, ports: ReadPorts): JournalView {
  const path = join(runFolder(workspace.path, run.runId), JOURNAL)
  const {reader} = ports.files
  if ((reader.facts(path)?.sizeBytes ?? 0) > MOST_JOURNAL_BYTES)
    throw new AssayError(
      'run_unreadable',
      `the run ${run.runId} cannot be read: its journal is larger than any that Assay writes`,
    )
  return readJournal(reader.facts(path) ? reader.read(path) : new Uint8Array(), run.runId)
}

/** Suggested first if the run left a drill open: its changes must be put back before anything else. */
const RECOVER = 'assay drills recover'

const isOwned = ({lease}: RunView) => lease === 'live' || lease === 'stalled'

function nextCommands(run: RunView, hasBundle: boolean): string[] {
  const {runId} = run
  if (run.lease === 'live') return [`assay runs show ${runId}`]
  if (run.lease === 'stalled') return [`assay runs show ${runId}`, 'assay runs list --status running']
  const bundle = hasBundle ? `assay runs verify ${BUNDLES}/${runId}` : `assay runs bundle ${runId}`
  return [bundle, `assay runs verify ${runId}`]
}
