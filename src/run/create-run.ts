import {join} from 'node:path'
import type {Lease, RunManifest} from '#contract/generated/types'
import {isRunId, type RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {FileReader, Files} from '#path/files'
import {timestamp} from '#random/clock'
import type {Safe} from '#redact/safe'
import {leaseFor} from './hold-lease.ts'
import {appendRunLeaf} from './keep-ledger.ts'
import {
  classifyEntry,
  FOLDERS,
  formatRunId,
  HIGH_WATER,
  LEASE,
  MANIFEST,
  nextRunTime,
  runFolder,
  runsFolder,
  stagingFolder,
  timeOfRunId,
} from './layout.ts'
import {openingManifest, parseManifest} from './manifest.ts'
import type {Workspace} from './open-workspace.ts'
import type {RunPorts} from './ports.ts'
import type {RunDescription} from './run-recorder.ts'
import {shownArgv} from './shown-argv.ts'
import {JournalWriter} from './write-journal.ts'

const MOST_ATTEMPTS = 1_000

/** A published run of status `running`, with its journal open. */
export interface CreatedRun {
  readonly runId: RunId
  readonly folder: string
  readonly manifest: RunManifest
  readonly lease: Lease
  readonly journal: JournalWriter
}

/**
 * Makes a run that exists completely or not at all: lease, first journal record and manifest are synced in a staging folder, one rename
 * publishes it, and one leaf of the ledger records it before any work begins. Its id sorts after every run that was published before,
 * whatever the clock does.
 */
export async function createRun(workspace: Workspace, trial: RunDescription, ports: RunPorts): Promise<CreatedRun> {
  const {files} = ports
  let notBefore = 0
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const atMs = Math.max(nextRunTime(ports.clock.nowMs(), newestRunId(workspace.path, files.reader)), notBefore)
    const runId = formatRunId(atMs, ports.entropy.bytes(8))
    notBefore = atMs + 1
    if ((await files.directories.make(stagingFolder(workspace.path, runId))) === 'exists') continue
    if (files.reader.facts(runFolder(workspace.path, runId)) !== undefined) continue
    return await fill(workspace, runId, trial, ports)
  }
  throw new AssayError('io_error', 'no free run id was found in the workspace')
}

/** The newest id that was ever given in this workspace, including open and removed runs. */
export function newestRunId(workspace: string, reader: FileReader): RunId | undefined {
  const runs = runsFolder(workspace)
  let newest = highWater(runs, reader)
  for (const {name} of reader.list(runs)) {
    const entry = classifyEntry(name)
    if ('id' in entry && (newest === undefined || timeOfRunId(entry.id) > timeOfRunId(newest))) newest = entry.id
  }
  return newest
}

function highWater(runs: string, reader: FileReader): RunId | undefined {
  const path = join(runs, HIGH_WATER)
  if (reader.facts(path)?.kind !== 'file') return undefined
  const text = new TextDecoder().decode(reader.read(path, 256)).trim()
  return isRunId(text) ? text : undefined
}

async function fill(workspace: Workspace, runId: RunId, trial: RunDescription, ports: RunPorts): Promise<CreatedRun> {
  const {files, redactor} = ports
  const staging = stagingFolder(workspace.path, runId)
  const folder = runFolder(workspace.path, runId)
  const createdAt = timestamp(ports.clock.nowMs())
  const {host, versions} = ports
  const machine = {host, versions, provenance: await ports.provenance?.()}
  const opening = openingManifest({runId, workspaceId: workspace.id, createdAt}, trial, machine)
  const clean = redactor.value(opening)
  const manifest = parseManifest({...clean, command_argv: shownArgv(clean.command_argv)})
  const lease = leaseFor({runId, workspaceId: workspace.id, epoch: 1}, ports.processes)
  let journal: JournalWriter | undefined
  try {
    await writeSynced(join(staging, LEASE), redactor.json(lease), files)
    journal = await JournalWriter.create(staging, runId, ports)
    await journal.append('run.created', {run_id: runId, kind: trial.kind, command: trial.command, epoch: lease.epoch})
    const text = redactor.json(manifest)
    await writeSynced(join(staging, MANIFEST), text, files)
    for (const name of FOLDERS) await files.directories.make(join(staging, name))
    await files.directories.sync(staging)
    await files.writer.rename(staging, folder)
    await files.directories.sync(runsFolder(workspace.path))
    await appendRunLeaf('opened', {folder, manifest, text}, ports)
  } catch (error) {
    await journal?.close().catch(() => undefined)
    await files.directories.removeTree(staging).catch(() => undefined)
    // The run is published, but may not be durable or in the ledger: it stays as a run without an owner.
    await files.writer.remove(join(folder, LEASE)).catch(() => undefined)
    throw error
  }
  journal.moved(folder)
  return {runId, folder, manifest, lease, journal}
}

async function writeSynced(path: string, content: Safe, files: Files): Promise<void> {
  const file = await files.writer.open(path, 'new', {private: true})
  try {
    await file.write(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
