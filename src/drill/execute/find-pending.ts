import {join} from 'node:path'
import {isRunId, type RunId} from '#contract/ids'
import {type JournalView, readJournal} from '#run/journal'
import {asRunId, JOURNAL, RUNS, runFolder, sitesOf, UNDO} from '#run/layout'
import {scanRuns} from '#run/list-runs'
import {ownerState, type ReadPorts, type RunView} from '#run/read-run'
import {isOwnUndo} from '../model/own-undo.ts'
import {type PendingUndo, pendingUndo} from '../model/undo.ts'

/** A run of drills whose owner is gone and that left changes. `broken`: its journal cannot be believed to its end, or names what no drill of it could have changed. */
export interface PendingRun {
  readonly runId: RunId
  readonly workspaceId: string
  readonly pending: readonly PendingUndo[]
  readonly isBroken: boolean
  /** What earlier recoveries told, in a journal beside the run: that of the run is sealed, or belongs to who is gone. */
  readonly recovery: JournalView | undefined
}

export const recoveryPath = (workspace: string, runId: RunId) => join(workspace, RUNS, UNDO, `${runId}.ndjson`)

/** What it left, in words. */
export function leftBy({pending}: PendingRun): string {
  return pending.length > 0 ? `${pending.length} changes` : 'changes that its journal does not tell any more'
}

/** Runs of drills of this workspace that nobody works on and that left something changed, or a folder of which nobody can say what was changed in it. */
export function findPending(workspace: string, ports: ReadPorts): PendingRun[] {
  const found: PendingRun[] = []
  // Before the runs: one that begins meanwhile has no folder here yet.
  const lost = new Set(withSites(workspace, ports))
  for (const view of scanRuns({path: workspace}, ports)) {
    if (view.kind !== 'run') continue
    lost.delete(view.runId)
    if (!mayHaveDrilled(view.manifest.kind)) continue
    const folder = runFolder(workspace, view.runId)
    if (view.manifest.status === 'running' && ownerState(folder, view.manifest, ports) !== 'dead') continue
    const one = pendingOf(workspace, view, ports)
    if (one.pending.length > 0 || one.isBroken) found.push(one)
  }
  const untold = [...lost].map((runId) => ({runId, workspaceId: '', pending: [], recovery: undefined, isBroken: true}))
  return [...found, ...untold]
}

/** Runs whose drills have a folder still. */
function withSites(workspace: string, {files: {reader}}: ReadPorts): RunId[] {
  const folder = join(workspace, sitesOf('.'))
  if (reader.facts(folder)?.kind !== 'directory') return []
  return reader
    .list(folder)
    .flatMap(({name}) => (isRunId(name) && hasSite(workspace, name, reader) ? [asRunId(name)] : []))
}

function hasSite(workspace: string, runId: string, reader: ReadPorts['files']['reader']): boolean {
  return reader.facts(join(workspace, sitesOf(runId)))?.kind === 'directory'
}

/** A drill may be a step of a job. */
const mayHaveDrilled = (kind: string) => kind === 'drill' || kind === 'job'

function pendingOf(
  workspace: string,
  {runId, manifest}: Pick<RunView, 'runId' | 'manifest'>,
  {files: {reader}}: ReadPorts,
): PendingRun {
  const path = join(runFolder(workspace, runId), JOURNAL)
  const isLost = reader.facts(path) === undefined
  const journal = readJournal(isLost ? new Uint8Array() : reader.read(path), runId)
  const recovery = readRecovery(recoveryPath(workspace, runId), runId, reader)
  const open = pendingUndo([...journal.records, ...(recovery?.records ?? [])])
  const pending = open.filter((one) => isOwnUndo(runId, one))
  const isForeign = pending.length < open.length
  const isUntold = isLost || journal.brokenAt !== undefined
  const isBroken = isForeign || (isUntold && (open.length > 0 || hasSite(workspace, runId, reader)))
  return {runId, workspaceId: manifest.workspace_id, pending, recovery, isBroken}
}

function readRecovery(path: string, runId: RunId, reader: ReadPorts['files']['reader']): JournalView | undefined {
  return reader.facts(path) === undefined ? undefined : readJournal(reader.read(path), runId)
}
