import {join} from 'node:path'
import type {RunManifest} from '#contract/generated/types'
import type {Digest, RunId} from '#contract/ids'
import {sha256} from '#digest/sha256'
import {AssayError, codeOf} from '#error/assay-error'
import type {FileFacts, Files} from '#path/files'
import type {ProcessTable} from '#process/process-table'
import type {Clock} from '#random/clock'
import {judgeLease, type LeaseState, readLease} from './hold-lease.ts'
import {LEASE, MANIFEST, runFolder} from './layout.ts'
import {parseManifest} from './manifest.ts'
import type {ShownStatus} from './status.ts'

export const MOST_MANIFEST_BYTES = 4 * 1024 * 1024
const MOST_DEPTH = 64
/** One decoder for all: making one for each of thousands takes longer than decoding. */
const UTF8 = new TextDecoder('utf-8', {fatal: true})

export type IssueReason =
  | 'manifest_missing'
  | 'manifest_unreadable'
  | 'manifest_encoding'
  | 'manifest_json'
  | 'manifest_schema'
  | 'manifest_version'
  | 'run_id_mismatch'
  | 'foreign_name'
  | 'symlink'
  | 'not_a_directory'
  | 'journal_broken'
  | 'staging_abandoned'
  | 'trash_pending'
  | 'ledger_contradiction'
  | 'run_missing'

/** An entry of `runs/` that is no trustworthy run; none is left out of the list. `detail` holds no value from the file. */
export interface RunIssue {
  readonly kind: 'issue'
  readonly name: string
  readonly reason: IssueReason
  readonly detail: string
}

export interface RunView {
  readonly kind: 'run'
  readonly runId: RunId
  readonly manifest: RunManifest
  /** Digest of the manifest as it was read. */
  readonly manifestSha256: Digest
  /** `none` if the run has ended. */
  readonly lease: LeaseState | 'none'
  readonly status: ShownStatus
}

/** The ports that are needed to read runs. */
export interface ReadPorts {
  readonly files: Pick<Files, 'reader'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly processes: ProcessTable
}

/** One run in its current state: never throws for a damaged one, never writes, follows no link. */
export function readRun(workspace: {path: string}, runId: RunId, ports: ReadPorts): RunView | RunIssue {
  const kind = ports.files.reader.facts(runFolder(workspace.path, runId))?.kind
  return kind
    ? readRunAt(workspace, {runId, kind}, ports)
    : {kind: 'issue', name: runId, reason: 'manifest_missing', detail: 'the run is gone'}
}

/** One run whose kind of entry the listing already reported, which saves a call to the disk. Never throws, follows no link. */
export function readRunAt(
  workspace: {path: string},
  entry: {readonly runId: RunId; readonly kind: FileFacts['kind']},
  ports: ReadPorts,
): RunView | RunIssue {
  const {runId, kind} = entry
  const folder = runFolder(workspace.path, runId)
  const issue = (reason: IssueReason, detail: string): RunIssue => ({kind: 'issue', name: runId, reason, detail})
  if (kind === 'link') return issue('symlink', 'a link stands in the place of a run')
  if (kind !== 'directory') return issue('not_a_directory', 'no directory stands in the place of a run')
  const read = lookAt(folder, ports)
  if ('reason' in read) return issue(read.reason, read.detail)
  const {manifest, manifestSha256, lease} = read
  if (manifest.run_id !== runId) return issue('run_id_mismatch', 'the manifest belongs to another run')
  const status = manifest.status === 'running' && lease === 'dead' ? 'interrupted' : manifest.status
  return {kind: 'run', runId, manifest, manifestSha256, lease, status}
}

type Unreadable = {readonly reason: IssueReason; readonly detail: string}

function lookAt(folder: string, ports: ReadPorts): Pick<RunView, 'manifest' | 'manifestSha256' | 'lease'> | Unreadable {
  const path = join(folder, MANIFEST)
  const read = readManifest(path, ports)
  if ('reason' in read) return read
  const lease = read.manifest.status === 'running' ? ownerState(folder, read.manifest, ports) : 'none'
  if (lease !== 'dead') return {...read, lease}
  // The owner may have closed the run between the two looks. It removes its lease last, so the manifest has its final state now.
  const again = readManifest(path, ports)
  return 'reason' in again ? again : {...again, lease: again.manifest.status === 'running' ? 'dead' : 'none'}
}

function readManifest(path: string, ports: ReadPorts): Pick<RunView, 'manifest' | 'manifestSha256'> | Unreadable {
  const bytes = readBytes(path, ports)
  if (!(bytes instanceof Uint8Array)) return bytes
  let text: string
  try {
    text = UTF8.decode(bytes)
  } catch {
    return {reason: 'manifest_encoding', detail: 'the manifest is not UTF-8'}
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return {reason: 'manifest_json', detail: 'the manifest is not JSON'}
  }
  if (looksDeep(bytes, MOST_DEPTH) && isDeeper(value, MOST_DEPTH))
    return {reason: 'manifest_schema', detail: `deeper than ${MOST_DEPTH} levels`}
  try {
    return {manifest: parseManifest(value), manifestSha256: sha256(bytes)}
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    const reason = error.code === 'schema_too_new' ? 'manifest_version' : 'manifest_schema'
    return {
      reason,
      detail: [error.message, ...error.issues.slice(0, 3).map((one) => `${one.pointer} ${one.message}`)].join('; '),
    }
  }
}

function readBytes(path: string, ports: ReadPorts): Uint8Array | Unreadable {
  try {
    return ports.files.reader.read(path, MOST_MANIFEST_BYTES)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'file_missing') return {reason: 'manifest_missing', detail: 'there is no manifest'}
    if (code === 'document_size') return {reason: 'manifest_schema', detail: 'the manifest is larger than 4 MiB'}
    if (code === undefined) throw error
    return {reason: 'manifest_unreadable', detail: 'the manifest is no regular file that can be read'}
  }
}

/**
 * Whether the owner of a run still works on it, whatever the manifest says: after the final manifest it still has to make that durable and
 * to remove its lease. `dead` without a lease.
 */
export function ownerState(folder: string, manifest: RunManifest, ports: ReadPorts): LeaseState {
  const path = join(folder, LEASE)
  const lease = readLease(path, ports.files.reader)
  const facts = ports.files.reader.facts(path)
  if (!lease || !facts) return 'dead'
  const seen = {heartbeatMs: facts.mtimeMs, nowMs: ports.clock.nowMs(), workspaceId: manifest.workspace_id}
  return judgeLease(lease, seen, ports.processes)
}

/**
 * Whether a document may be too deep. Counting brackets, including those inside strings, can only overestimate the depth; the precise walk,
 * which costs as much as everything else in a list of thousands, is left for such documents.
 */
function looksDeep(bytes: Uint8Array, levels: number): boolean {
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === 0x7b || byte === 0x5b) {
      if (++depth > levels) return true
    } else if (byte === 0x7d || byte === 0x5d) depth--
  }
  return false
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
