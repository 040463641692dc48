import {join} from 'node:path'
import type {RunId} from '#contract/ids'
import {type JournalView, readJournal} from '#run/journal'
import {JOURNAL, RUNS, runFolder, UNDO} from '#run/layout'
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

/** Runs of drills of this workspace that nobody works on and that left something changed. */
export function findPending(workspace: string, ports: ReadPorts): PendingRun[] {
  const found: PendingRun[] = []
  for (const view of scanRuns({path: workspace}, ports)) {
    if (view.kind !== 'run' || !mayHaveDrilled(view.manifest.kind)) continue
    const folder = runFolder(workspace, view.runId)
    if (view.manifest.status === 'running' && ownerState(folder, view.manifest, ports) !== 'dead') continue
    const one = pendingOf(workspace, view, ports)
    if (one !== undefined && (one.pending.length > 0 || one.isBroken)) found.push(one)
  }
  return found
}

/** A drill may be a step of a job. */
const mayHaveDrilled = (kind: string) => kind === 'drill' || kind === 'job'

function pendingOf(
  workspace: string,
  {runId, manifest}: Pick<RunView, 'runId' | 'manifest'>,
  {files: {reader}}: ReadPorts,
): PendingRun | undefined {
  const path = join(runFolder(workspace, runId), JOURNAL)
  if (reader.facts(path) === undefined) return undefined
  const journal = readJournal(reader.read(path), runId)
  const recovery = readRecovery(recoveryPath(workspace, runId), runId, reader)
  const open = pendingUndo([...journal.records, ...(recovery?.records ?? [])])
  const pending = open.filter((one) => isOwnUndo(runId, one))
  const isForeign = pending.length < open.length
  const isBroken = isForeign || (journal.brokenAt !== undefined && open.length > 0)
  return {runId, workspaceId: manifest.workspace_id, pending, recovery, isBroken}
}

function readRecovery(path: string, runId: RunId, reader: ReadPorts['files']['reader']): JournalView | undefined {
  return reader.facts(path) === undefined ? undefined : readJournal(reader.read(path), runId)
}
