import {ledgerLeaf} from '#contract/generated/ledger-leaf'
import type {LedgerLeaf, RunManifest} from '#contract/generated/types'
import {issuesOf} from '#contract/parse'
import {canonicalJson} from '#digest/canonical-json'
import {type Hash, leafHash} from '#digest/merkle-tree'

/** A leaf stays below the size that file systems append whole. */
export const MOST_LEAF_BYTES = 4_096
/** Run id, time and the names of the keys alone are more; what is shorter need not be parsed to be known for no leaf. */
const LEAST_LEAF_BYTES = 100

/** One line of the ledger. Without `leaf` it cannot be read: it has its place in the tree and says nothing. */
export interface LedgerEntry {
  /** RFC 6962 leaf hash of the line without its newline. */
  readonly hash: Hash
  /** Without its newline. */
  readonly line: Uint8Array
  readonly leaf?: {readonly text: string; readonly content: LedgerLeaf}
}

export interface LedgerView {
  readonly entries: readonly LedgerEntry[]
  /** The last line has no end: a crash, or a leaf that is being written. It is no leaf as long as nothing follows it. */
  readonly isTorn: boolean
}

/** Reads a ledger without throwing. Empty lines are no leaves: every writer begins with one, so that no torn line can touch its own. */
export function readLedger(content: Uint8Array): LedgerView {
  const entries: LedgerEntry[] = []
  let at = 0
  for (let end = content.indexOf(0x0a); end >= 0; end = content.indexOf(0x0a, at)) {
    if (end > at) entries.push(entryOf(content.subarray(at, end)))
    at = end + 1
  }
  return {entries, isTorn: at < content.length}
}

function entryOf(line: Uint8Array): LedgerEntry {
  const hash = leafHash(line)
  if (line.length < LEAST_LEAF_BYTES || line.length >= MOST_LEAF_BYTES) return {hash, line}
  const text = new TextDecoder().decode(line)
  // Bytes that are no UTF-8 would come back as others.
  const content = Buffer.from(text).equals(line) ? leafIn(text) : undefined
  return content ? {hash, line, leaf: {text, content}} : {hash, line}
}

/** How every leaf begins, until its time. */
const BEGINNING = '{"at":"'
/** What of a leaf was written before a crash: its beginning, and zeros where the disk had no more. */
const CUT = /^\{"at":"[0-9TZ:.-]*(?:"[ -~]*)?\0*$/

/** Whether an unreadable entry is the beginning of a leaf: what is left of one where a crash came while it was written. */
export function isCut({line, leaf}: LedgerEntry): boolean {
  if (leaf) return false
  const text = Buffer.from(line).toString('latin1')
  const bare = text.replace(/\0+$/, '')
  if (BEGINNING.startsWith(bare)) return true
  return CUT.test(text) && !bare.endsWith('}')
}

/** The leaf that a line holds, if it is spelled in the one canonical way. */
export function leafIn(text: string): LedgerLeaf | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (issuesOf(ledgerLeaf, value) || canonicalJson(value) !== text) return undefined
  return value as LedgerLeaf
}

/** What a leaf tells of a run as its manifest stands. */
export function makeLeaf(
  event: LedgerLeaf['event'],
  run: Pick<RunManifest, 'run_id' | 'kind' | 'status' | 'outcome'>,
  seen: {readonly at: string; readonly manifestSha256: string | null},
): LedgerLeaf {
  return {
    at: seen.at,
    event,
    kind: run.kind,
    manifest_sha256: seen.manifestSha256,
    run_id: run.run_id,
    status: run.status,
    v: 1,
    verdict: run.outcome?.verdict ?? null,
  }
}

/** What all leaves together say of one run. */
export interface LedgerRun {
  readonly runId: string
  readonly isOpened: boolean
  readonly isRemoved: boolean
  /** `interrupted` without a leaf of its end, though it may be going on. */
  readonly status: 'passed' | 'failed' | 'skipped' | 'cancelled' | 'interrupted'
  readonly verdict: LedgerLeaf['verdict']
  /** Of the manifest as it should stand. */
  readonly manifestSha256: string | null
  /** Two leaves tell different ends. A run ends once, so one of them is not true. */
  readonly isContradicted: boolean
}

/** The runs in the order of their first leaves. The last end that is told counts; the same end told twice is harmless. */
export function ledgerRuns(entries: readonly LedgerEntry[]): ReadonlyMap<string, LedgerRun> {
  const runs = new Map<string, LedgerRun>()
  for (const {leaf} of entries) {
    if (!leaf) continue
    const runId = leaf.content.run_id
    runs.set(runId, told(runs.get(runId) ?? {...UNKNOWN, runId}, leaf.content))
  }
  return runs
}

const UNKNOWN = {
  isOpened: false,
  isRemoved: false,
  status: 'interrupted',
  verdict: null,
  manifestSha256: null,
  isContradicted: false,
} as const

function told(run: LedgerRun, leaf: LedgerLeaf): LedgerRun {
  const {event, status, verdict, manifest_sha256: manifestSha256} = leaf
  const hasEnded = run.status !== 'interrupted'
  const next = {
    ...run,
    isOpened: run.isOpened || event === 'opened',
    isRemoved: run.isRemoved || event === 'removed',
  }
  if (status === null) return next
  if (status === 'running') return hasEnded ? {...next, isContradicted: true} : {...next, manifestSha256}
  const isSame = status === run.status && verdict === run.verdict && manifestSha256 === run.manifestSha256
  return {...next, status, verdict, manifestSha256, isContradicted: run.isContradicted || (hasEnded && !isSame)}
}
