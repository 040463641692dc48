import type {KeyObject} from 'node:crypto'
import {bundleLedger} from '#contract/generated/bundle-ledger'
import type {BundledLeaf, BundleLedger, LedgerSummary, RunManifest} from '#contract/generated/types'
import {isRunId} from '#contract/ids'
import {parse} from '#contract/parse'
import {canonicalJson} from '#digest/canonical-json'
import {rootFromEdge} from '#digest/merkle-tree'
import {AssayError} from '#error/assay-error'
import {type CheckpointNote, checkpointOrigin, parseCheckpoint} from '#run/checkpoint'
import {MANIFEST} from '#run/layout'
import {type LedgerEntry, type LedgerRun, ledgerRuns, readLedger} from '#run/ledger'
import {runsSince, summariseLedger} from '#run/ledger-summary'
import {LEDGER_PAGE, payloadPath} from '../model/bundle-layout.ts'
import {isNoteSignedBy} from '../sign/note-signature.ts'
import {type ReadTree, treeText} from './bag-checks.ts'
import type {CheckBook} from './check-book.ts'
import {readStrictJson} from './strict-json.ts'

type Fail = (code: string, message: string) => void

/** The run of a bundle, as the ledger must know it. */
interface LedgerSubject {
  readonly tree: ReadTree
  readonly run: RunManifest
  /** Whether the manifest is a masked copy, whose digest is not the recorded one. */
  readonly isMasked: boolean
}

/**
 * Checks the ledger of a bundle, if it has one: the root computed again from every leaf, the checkpoint's signature, the counts, and the
 * record of the bundled run.
 */
export function checkLedger(
  subject: Omit<LedgerSubject, 'run'> & {readonly run: RunManifest | undefined},
  demand: {readonly key?: KeyObject},
  book: CheckBook,
): void {
  const {tree, run} = subject
  if (!tree.files.has(LEDGER_PAGE)) book.done('ledger', 'there is no ledger in the bundle')
  else if (run) judgeLedger({...subject, run}, demand, book)
}

function judgeLedger(subject: LedgerSubject, demand: {readonly key?: KeyObject}, book: CheckBook): void {
  const fail: Fail = (code, message) => void book.fail('ledger', code, message, LEDGER_PAGE)
  const ledger = readBundleLedger(treeText(subject.tree, LEDGER_PAGE), fail, book)
  if (!ledger) return
  const entries = entriesOf(ledger.leaves, fail)
  if (!entries) return
  const since = sinceOf(entries, fail)
  if (since === undefined) return
  const note = checkRoot(ledger, entries, fail)
  if (note && demand.key) checkNoteSignature(note, demand.key, fail)
  const {sentence} = checkSummary(ledger, {since, entries, runId: subject.run.run_id}, fail)
  checkRuns(runsSince(since, entries), subject, fail)
  if (ledger.workspace_id !== subject.run.workspace_id) fail('ledger_foreign', 'is of another workspace than the run')
  book.done('ledger', sentence)
}

/** Everything but the summary is held to the schema; the summary is compared with the one it must be. */
function readBundleLedger(text: string | undefined, fail: Fail, book: CheckBook): BundleLedger | undefined {
  const json = text === undefined ? undefined : readStrictJson(text)
  if (!json) return void fail('json_form', 'is too large or not JSON in the exact form Assay writes')
  try {
    const shape = Object.assign({}, json.value, {summary: EMPTY_SUMMARY})
    parse(bundleLedger, shape)
    return json.value as BundleLedger
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    if (error.code === 'schema_too_new') book.newer('ledger', error, LEDGER_PAGE)
    for (const {pointer, message} of error.issues) fail(error.code, `${pointer || '/'} ${message}`)
    return undefined
  }
}

const EMPTY_SUMMARY = summariseLedger('20000101T000000000Z-aaaaaa', [], {attached: [], unledgered: []})

function entriesOf(leaves: readonly BundledLeaf[], fail: Fail): LedgerEntry[] | undefined {
  const entries = leaves.map(entryOf)
  const good = entries.filter((entry) => entry !== undefined)
  if (good.length === entries.length) return good
  return void fail('leaf_form', 'holds a leaf that is not one line in its exact form')
}

/** The entry of a leaf. A text must be a leaf and bytes must not be one: otherwise a leaf could be hidden among unreadable lines. */
function entryOf(item: BundledLeaf): LedgerEntry | undefined {
  const line = typeof item === 'string' ? Buffer.from(item) : Buffer.from(item.base64, 'base64')
  if (typeof item !== 'string' && line.toString('base64') !== item.base64) return undefined
  const {entries, isTorn} = readLedger(Buffer.concat([line, Buffer.from('\n')]))
  const [entry, ...more] = entries
  if (isTorn || more.length > 0) return undefined
  return (entry?.leaf !== undefined) === (typeof item === 'string') ? entry : undefined
}

function checkRoot(ledger: BundleLedger, entries: readonly LedgerEntry[], fail: Fail): CheckpointNote | undefined {
  const note = parseCheckpoint(ledger.checkpoint)
  if (!note) return void fail('checkpoint_form', 'holds no checkpoint in its exact form')
  const {origin, treeSize, root} = note.checkpoint
  if (origin !== checkpointOrigin(ledger.workspace_id)) fail('ledger_foreign', 'has a checkpoint of another workspace')
  if (treeSize !== ledger.first_leaf + entries.length)
    fail('tree_size', 'has another number of leaves than its checkpoint')
  const edge = ledger.left_edge.map((hash) => Buffer.from(hash.slice('sha256:'.length), 'hex'))
  const hashes = entries.map(({hash}) => hash)
  const computed = rootFromEdge(edge, ledger.first_leaf, hashes)
  if (!computed || !Buffer.from(computed).equals(root))
    fail('root_mismatch', 'does not lead to the root of its checkpoint')
  return note
}

function checkNoteSignature(note: CheckpointNote, key: KeyObject, fail: Fail): void {
  if (note.signatures.length === 0) fail('signature_missing', 'has a checkpoint that is not signed')
  else if (!isNoteSignedBy(note, note.checkpoint.origin, key)) {
    fail('signature_invalid', 'has a checkpoint that was not signed with the given key')
  }
}

function sinceOf([first]: readonly LedgerEntry[], fail: Fail): string | undefined {
  if (first?.leaf?.content.event === 'opened') return first.leaf.content.run_id
  return void fail('ledger_since', 'does not begin with the opening of a run')
}

/** The summary that follows from the leaves; the summary in the bundle is compared with it but not used. */
function checkSummary(
  ledger: BundleLedger,
  seen: {readonly since: string; readonly entries: readonly LedgerEntry[]; readonly runId: string},
  fail: Fail,
): LedgerSummary {
  const unledgered = unledgeredIn(ledger.summary)
  const summary = summariseLedger(seen.since, seen.entries, {attached: [seen.runId], unledgered})
  if (canonicalJson(ledger.summary ?? null) !== canonicalJson(summary)) {
    fail('summary_contradiction', 'has a summary that does not follow from its leaves')
  }
  const known = ledgerRuns(seen.entries)
  if (unledgered.some((runId) => known.has(runId))) {
    fail('summary_contradiction', 'calls a run unledgered that has a leaf')
  }
  return summary
}

/** The runs without an entry, the only part of a summary that leaves cannot confirm. */
function unledgeredIn(summary: unknown): string[] {
  const list = typeof summary === 'object' && summary !== null && 'unledgered' in summary ? summary.unledgered : []
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string' && isRunId(one)) : []
}

function checkRuns(runs: readonly LedgerRun[], {run, tree, isMasked}: LedgerSubject, fail: Fail): void {
  for (const {runId} of runs.filter((one) => one.isContradicted)) {
    fail('leaf_contradiction', `tells two different ends of ${runId}`)
  }
  const known = runs.find(({runId}) => runId === run.run_id)
  if (!known) {
    fail('run_unledgered', 'does not know the run of this bundle')
    return
  }
  const status = run.status === 'running' ? 'interrupted' : run.status
  if (known.status !== status || known.verdict !== (run.outcome?.verdict ?? null)) {
    fail('status_contradiction', 'tells another end of the run than the run manifest')
  }
  const copy = isRunId(run.run_id) ? tree.files.get(payloadPath(run.run_id, MANIFEST)) : undefined
  if (!isMasked && copy?.sha256 !== known.manifestSha256) {
    fail('digest_mismatch', 'recorded another run manifest than the one in the bundle')
  }
}
