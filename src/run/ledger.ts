import {ledgerLeaf} from '#contract/generated/ledger-leaf'
import type {LedgerLeaf, RunManifest} from '#contract/generated/types'
import {issuesOf} from '#contract/parse'
import {canonicalJson} from '#digest/canonical-json'
import {type Hash, leafHash} from '#digest/merkle-tree'
import {VERDICTS} from '#error/exit'
import {RUN_KINDS, SHOWN_STATUSES} from './status.ts'

/** Limit of a leaf: file systems append a write of this size in one piece. */
export const MOST_LEAF_BYTES = 4_096
/** Run id, time and the names of the keys alone are longer; a shorter line cannot be a leaf and need not be parsed. */
const LEAST_LEAF_BYTES = 100

/** One line of the ledger. Without `leaf` it is unreadable: it has its place in the tree but carries no information. */
export interface LedgerEntry {
  /** RFC 6962 leaf hash of the line without its newline. */
  readonly hash: Hash
  /** The bytes of the line without its newline. */
  readonly line: Uint8Array
  readonly leaf?: {readonly text: string; readonly content: LedgerLeaf}
}

export interface LedgerView {
  readonly entries: readonly LedgerEntry[]
  /** Whether the last line has no end: after a crash, or while a leaf is being written. It counts as no leaf as long as nothing follows it. */
  readonly isTorn: boolean
}

/** Reads a ledger without throwing. Empty lines are not leaves: every writer begins with a newline, so that a torn line cannot touch its own. */
export function readLedger(content: Uint8Array): LedgerView {
  // Latin-1 maps each byte to one character: one string for all lines is cheaper than one for each.
  const text = Buffer.from(content.buffer, content.byteOffset, content.length).toString('latin1')
  const entries: LedgerEntry[] = []
  let at = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
    if (end > at) entries.push(new Line(content, {start: at, end}, text.slice(at, end)))
    at = end + 1
  }
  return {entries, isTorn: at < content.length}
}

/** An entry that is cut out and hashed only when asked: most readers need what the leaves say, not their place in the tree. */
class Line implements LedgerEntry {
  readonly #ledger: Uint8Array
  readonly #place: {readonly start: number; readonly end: number}
  readonly leaf?: NonNullable<LedgerEntry['leaf']>

  constructor(ledger: Uint8Array, place: {readonly start: number; readonly end: number}, latin1: string) {
    this.#ledger = ledger
    this.#place = place
    const plain = plainLeaf(latin1)
    const leaf = plain ? {text: latin1, content: plain} : leafOf(this.line)
    if (leaf) this.leaf = leaf
  }

  get line(): Uint8Array {
    return this.#ledger.subarray(this.#place.start, this.#place.end)
  }

  get hash(): Hash {
    return leafHash(this.line)
  }
}

function leafOf(line: Uint8Array): LedgerEntry['leaf'] {
  if (line.length < LEAST_LEAF_BYTES || line.length >= MOST_LEAF_BYTES) return undefined
  const text = new TextDecoder().decode(line)
  // Bytes that are not valid UTF-8 would be encoded differently.
  const content = Buffer.from(text).equals(line) ? leafIn(text) : undefined
  return content && {text, content}
}

const TIME = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)\.\d{3}Z`
const EVENTS = ['opened', 'closed', 'removed']
const oneOf = (words: readonly string[]) => `(?:"(${words.join('|')})"|null)`

/** A leaf in its canonical spelling with each member as the schema of leaves allows it: a match needs neither parser nor validator. */
const PLAIN = new RegExp(
  `^\\{"at":"(${TIME})","event":"(${EVENTS.join('|')})","kind":${oneOf(RUN_KINDS)},"manifest_sha256":(?:"(sha256:[0-9a-f]{64})"|null),` +
    `"run_id":"(\\d{8}T\\d{9}Z-[a-z2-7]{6})","status":${oneOf(SHOWN_STATUSES.filter((status) => status !== 'interrupted'))},` +
    `"v":1,"verdict":${oneOf(VERDICTS)}\\}$`,
)

/**
 * The leaf in a line that is spelled as Assay writes it: thousands are read each time runs are listed. Undefined does not make a line
 * invalid: `leafIn` then reads it.
 */
export function plainLeaf(line: string): LedgerLeaf | undefined {
  const found = PLAIN.exec(line)
  if (!found) return undefined
  const [, at, event, kind = null, digest = null, runId, status = null, verdict = null] = found
  // The pattern admits only values of the right type for each member.
  return {at, event, kind, manifest_sha256: digest, run_id: runId, status, v: 1, verdict} as LedgerLeaf
}

/** The beginning of every leaf, up to its time. */
const BEGINNING = '{"at":"'
/** The part of a leaf that was written before a crash: its beginning, and zeros where the disk had no data. */
const CUT = /^\{"at":"[0-9TZ:.-]*(?:"[ -~]*)?\0*$/

/** Whether an unreadable entry is the beginning of a leaf, left by a crash while it was written. */
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

/** The leaf for a run, from its current manifest. */
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

/** The information of all leaves on one run. */
export interface LedgerRun {
  readonly runId: string
  readonly isOpened: boolean
  readonly isRemoved: boolean
  /** `interrupted` if there is no leaf of its end, even if the run is still in progress. */
  readonly status: 'passed' | 'failed' | 'skipped' | 'cancelled' | 'interrupted'
  readonly verdict: LedgerLeaf['verdict']
  /** Digest that the manifest should have. */
  readonly manifestSha256: string | null
  /** Whether two leaves state different ends. A run ends once, so one of them is false. */
  readonly isContradicted: boolean
}

/** The runs in the order of their first leaves. The last recorded end counts; a repeated equal end is harmless. */
export function ledgerRuns(entries: readonly LedgerEntry[]): ReadonlyMap<string, LedgerRun> {
  const runs = new Map<string, Told>()
  for (const {leaf} of entries) {
    if (!leaf) continue
    const runId = leaf.content.run_id
    const run = runs.get(runId) ?? {...UNKNOWN, runId}
    runs.set(runId, run)
    tell(run, leaf.content)
  }
  return runs
}

/** A run while its leaves are read. */
type Told = {-readonly [Field in keyof LedgerRun]: LedgerRun[Field]}

const UNKNOWN: Omit<LedgerRun, 'runId'> = {
  isOpened: false,
  isRemoved: false,
  status: 'interrupted',
  verdict: null,
  manifestSha256: null,
  isContradicted: false,
}

function tell(run: Told, leaf: LedgerLeaf): void {
  const {event, status, verdict, manifest_sha256: manifestSha256} = leaf
  const hasEnded = run.status !== 'interrupted'
  if (event === 'opened') run.isOpened = true
  if (event === 'removed') run.isRemoved = true
  if (status === null) return
  if (status === 'running') {
    if (hasEnded) run.isContradicted = true
    else run.manifestSha256 = manifestSha256
    return
  }
  const isSame = status === run.status && verdict === run.verdict && manifestSha256 === run.manifestSha256
  if (hasEnded && !isSame) run.isContradicted = true
  run.status = status
  run.verdict = verdict
  run.manifestSha256 = manifestSha256
}
