import {dirname, join} from 'node:path'
import {ledgerLeaf} from '#contract/generated/ledger-leaf'
import type {LedgerLeaf, RunManifest} from '#contract/generated/types'
import {isRunId, type RunId} from '#contract/ids'
import {parse} from '#contract/parse'
import {canonicalJson} from '#digest/canonical-json'
import {sha256} from '#digest/sha256'
import {AssayError, codeOf} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {timestamp} from '#random/clock'
import {joinSafe, type Safe} from '#redact/safe'
import {classifyEntry, LEASE, LEDGER, MANIFEST, runFolder, runsFolder} from './layout.ts'
import {type LedgerView, ledgerRuns, MOST_LEAF_BYTES, makeLeaf, readLedger} from './ledger.ts'
import {type LedgerKnowledge, ledgerStanding} from './ledger-standing.ts'
import {readWorkspaceId} from './open-workspace.ts'
import type {RunPorts} from './ports.ts'
import {MOST_MANIFEST_BYTES} from './read-run.ts'

const MOST_LEDGER_BYTES = 256 * 1024 * 1024

/** The ledger of a workspace; an empty one if nothing was ever recorded. Throws as `FileReader.read` does. */
export function readLedgerOf(workspace: string, reader: FileReader): LedgerView {
  return readLedger(ledgerBytes(workspace, reader))
}

function ledgerBytes(workspace: string, reader: FileReader): Uint8Array {
  const path = join(runsFolder(workspace), LEDGER)
  return reader.facts(path) === undefined ? new Uint8Array() : reader.read(path, MOST_LEDGER_BYTES)
}

/** Ids of everything in `runs/` that has the name of a run, damaged or not. */
export function runNames(workspace: string, reader: FileReader): RunId[] {
  const runs = runsFolder(workspace)
  if (reader.facts(runs) === undefined) return []
  return reader.list(runs).flatMap(({name}) => {
    const entry = classifyEntry(name)
    return entry.kind === 'run' ? [entry.id] : []
  })
}

/** The current knowledge of the ledger; `before` itself if the bytes are unchanged. */
export function readKnowledge(workspace: string, reader: FileReader, before?: LedgerKnowledge): LedgerKnowledge {
  const bytes = ledgerBytes(workspace, reader)
  // Without a ledger there is nothing to digest, and listing an empty workspace need not load the digest code.
  const digest = bytes.length > 0 ? sha256(bytes) : ''
  if (before?.digest === digest) return before
  const runs = ledgerRuns(readLedger(bytes).entries)
  const oldest = [...runs.keys()].reduce((least, id) => (id < least ? id : least), '~')
  return {runs, oldest: runs.size > 0 ? oldest : undefined, workspaceId: readWorkspaceId(workspace, reader), digest}
}

/** Whether a run has a lease: its owner still works, or ended it and could not tell the ledger. */
export function hasLease(workspace: string, runId: RunId, reader: FileReader): boolean {
  return reader.facts(join(runFolder(workspace, runId), LEASE)) !== undefined
}

/** The contradiction between a run that nobody works on any more and the ledger of its workspace, if any. The run must be read before this call. */
export function ledgerFault(
  workspace: string,
  {manifest, manifestSha256}: {readonly manifest: RunManifest; readonly manifestSha256: string},
  reader: FileReader,
): string | undefined {
  const runId = manifest.run_id as RunId
  const isClosing = hasLease(workspace, runId, reader)
  return ledgerStanding({runId, manifest, manifestSha256}, readKnowledge(workspace, reader), () => isClosing).fault
}

/** Runs that the ledger knows and that are gone without having been removed by a cleanup. Those in `seen` existed a moment ago. */
export function missingRuns(
  {runs}: LedgerKnowledge,
  workspace: {readonly path: string; readonly seen: ReadonlySet<string>},
  reader: FileReader,
): string[] {
  const isThere = (runId: string) =>
    workspace.seen.has(runId) || (isRunId(runId) && reader.facts(runFolder(workspace.path, runId)) !== undefined)
  return [...runs.values()].flatMap(({runId, isRemoved}) => (isRemoved || isThere(runId) ? [] : [runId]))
}

/** The bytes of a run's manifest, if it can be read and has this digest; read into `room` if it fits. */
export function recordedManifest(
  run: {readonly folder: string; readonly digest: string},
  room: Uint8Array,
  reader: FileReader,
): Uint8Array | undefined {
  const {folder, digest} = run
  try {
    const bytes = reader.read(join(folder, MANIFEST), MOST_MANIFEST_BYTES, room)
    return sha256(bytes) === digest ? bytes : undefined
  } catch (error) {
    if (error instanceof AssayError) return undefined
    throw error
  }
}

export function manifestDigest(folder: string, reader: FileReader): string | undefined {
  try {
    return sha256(reader.read(join(folder, MANIFEST), MOST_MANIFEST_BYTES))
  } catch (error) {
    if (error instanceof AssayError && codeOf(error) !== 'io_error') return undefined
    throw error
  }
}

type AppendPorts = Pick<RunPorts, 'files' | 'redactor'>

/**
 * Appends leaves to the ledger in `runs`; they are durable when it resolves. Each is one appending write that begins and ends with a
 * newline: many processes may write at the same time, and a line that another left half written damages none of theirs.
 */
export async function appendLedger(runs: string, leaves: readonly LedgerLeaf[], ports: AppendPorts): Promise<void> {
  const {reader, writer, directories} = ports.files
  const path = join(runs, LEDGER)
  const facts = reader.facts(path)
  if (facts && facts.kind !== 'file') throw new AssayError('workspace_invalid', `${LEDGER} is no regular file`)
  const lines = leaves.map((leaf) => lineOf(leaf, ports))
  const file = await writer.open(path, 'append')
  try {
    for (const line of lines) await file.write(line)
    await file.sync()
  } finally {
    await file.close()
  }
  // Always sync: even if the file exists, the process that made it may have died before its name was durable.
  await directories.sync(runs)
}

/** One leaf about a run whose manifest was just written as `text`. */
export async function appendRunLeaf(
  event: LedgerLeaf['event'],
  run: {readonly folder: string; readonly manifest: RunManifest; readonly text: string | Uint8Array},
  ports: AppendPorts & Pick<RunPorts, 'clock'>,
): Promise<void> {
  const seen = {at: timestamp(ports.clock.nowMs()), manifestSha256: sha256(run.text)}
  await appendLedger(dirname(run.folder), [makeLeaf(event, run.manifest, seen)], ports)
}

function lineOf(leaf: LedgerLeaf, {redactor}: AppendPorts): Safe {
  const safe = redactor.line(JSON.parse(canonicalJson(leaf)))
  parse(ledgerLeaf, JSON.parse(safe))
  const line = joinSafe([redactor.text('\n'), safe])
  if (Buffer.byteLength(line) > MOST_LEAF_BYTES) throw new AssayError('bug', 'a leaf of the ledger is too large')
  return line
}
