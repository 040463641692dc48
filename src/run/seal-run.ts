import {join} from 'node:path'
import type {JournalRecord, RunManifest, WorkflowTrace} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {writeAtomic} from '#path/write-atomic'
import {parseTrace} from '#trace/check-trace'
import {completeManifest} from './close-run.ts'
import {collectArtifacts, listRunFiles} from './collect-artifacts.ts'
import {type Ending, readEnding} from './end-run.ts'
import {leasedRuns, readLease} from './hold-lease.ts'
import {readJournal} from './journal.ts'
import {appendRunLeaf} from './keep-ledger.ts'
import {JOURNAL, LEASE, MANIFEST, runFolder, TRACE_JSON} from './layout.ts'
import {manifestIssues, parseManifest} from './manifest.ts'
import type {Workspace} from './open-workspace.ts'
import type {RunPorts} from './ports.ts'
import {ownerState, readRun} from './read-run.ts'

/**
 * Finishes what a crash left between the last journal record and the manifest, or between the manifest and the ledger, and removes leases
 * of runs that have ended. Runs without a last record stay as they are: they were interrupted. Damaged runs are left for the list to show.
 */
export async function sealCrashedRuns(workspace: Workspace, ports: RunPorts): Promise<RunId[]> {
  const sealed: RunId[] = []
  for (const runId of leasedRuns(workspace.path, ports.files.reader)) {
    if (await sealUnlessGone(workspace, runId, ports)) sealed.push(runId)
  }
  return sealed
}

/** Seals a run; returns false if another process removed it meanwhile, which is no error of this one. */
async function sealUnlessGone(workspace: Workspace, runId: RunId, ports: RunPorts): Promise<boolean> {
  try {
    return await sealRun(workspace, runId, ports)
  } catch (error) {
    if (ports.files.reader.facts(runFolder(workspace.path, runId)) === undefined) return false
    throw error
  }
}

/** True if the run was finished by this call. Two processes that seal the same run write the same manifest. */
export async function sealRun(workspace: Workspace, runId: RunId, ports: RunPorts): Promise<boolean> {
  const {files, redactor} = ports
  const folder = runFolder(workspace.path, runId)
  const view = readRun(workspace, runId, ports)
  if (view.kind !== 'run' || view.lease === 'live' || view.lease === 'stalled') return false
  if (isBeingClosed(folder, view.manifest, ports)) return false
  if (view.manifest.status !== 'running') {
    // The ledger may already have the end: repeating the leaf does no harm.
    const text = files.reader.read(join(folder, MANIFEST))
    await appendRunLeaf('closed', {folder, manifest: view.manifest, text}, ports)
    await files.writer.remove(join(folder, LEASE))
    return false
  }
  const journal = readJournal(files.reader.read(join(folder, JOURNAL)), runId)
  const ending = endingIn(journal.records)
  if (journal.brokenAt !== undefined || ending === undefined) return false
  const seal = {records: journal.records.length, head: journal.head}
  const manifest = await sealedManifest(folder, view.manifest, {ending, seal}, ports)
  if (manifestIssues(manifest)) return false
  const sealed = parseManifest(redactor.value(manifest))
  const text = redactor.json(sealed)
  await writeAtomic(join(folder, MANIFEST), text, ports)
  await appendRunLeaf('closed', {folder, manifest: sealed, text}, ports)
  await files.writer.remove(join(folder, LEASE))
  await files.directories.sync(folder)
  return true
}

/** Whether another process wrote the last record and is not done yet. A run that this process left itself can be finished here. */
function isBeingClosed(folder: string, manifest: RunManifest, ports: RunPorts): boolean {
  const owner = readLease(join(folder, LEASE), ports.files.reader)
  return owner?.pid !== ports.processes.self().pid && ownerState(folder, manifest, ports) !== 'dead'
}

function endingIn(records: readonly JournalRecord[]): Ending | undefined {
  const last = records.at(-1)
  return last?.type === 'run.finished' ? readEnding(last.data) : undefined
}

async function sealedManifest(
  folder: string,
  opening: RunManifest,
  last: {readonly ending: Ending; readonly seal: {records: number; head: string}},
  ports: RunPorts,
): Promise<RunManifest> {
  const {reader} = ports.files
  const artifacts = await collectArtifacts(folder, listRunFiles(folder, reader).listed, new Map(), reader)
  const note = {code: 'sealed_after_crash', message: 'the owner ended before it could write the manifest'}
  const ending = {...last.ending, issues: [...last.ending.issues, note]}
  const files = {artifacts, known: new Map(), seal: last.seal, traceStatus: traceStatusIn(folder, ports)}
  return completeManifest(opening, ending, files)
}

function traceStatusIn(folder: string, ports: RunPorts): WorkflowTrace['status'] | undefined {
  try {
    return parseTrace(JSON.parse(new TextDecoder().decode(ports.files.reader.read(join(folder, TRACE_JSON))))).status
  } catch {
    return undefined
  }
}
