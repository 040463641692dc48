import type {KeyObject} from 'node:crypto'
import type {BundledLeaf, BundleLedger} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {leftEdge, merkleRoot, merkleTree} from '#digest/merkle-tree'
import {AssayError} from '#error/assay-error'
import type {Redactor} from '#redact/redactor'
import {checkpointBody, checkpointOrigin} from '#run/checkpoint'
import {hasLease, manifestDigest, readLedgerOf, runNames} from '#run/keep-ledger'
import {runFolder} from '#run/layout'
import {type LedgerEntry, ledgerRuns} from '#run/ledger'
import {findOpening, runsSince, summariseLedger} from '#run/ledger-summary'
import {readWorkspaceId} from '#run/open-workspace'
import {ownerState, type ReadPorts, readRun} from '#run/read-run'
import {isHostRule, isSecretReason} from '../model/exclusion.ts'
import {signedNote} from '../sign/note-signature.ts'
import {MOST_READ_BYTES} from '../verify/read-bundle.ts'
import type {Payload} from './record-payload.ts'

/** Largest size of the leaves: in the bundle each leaf takes its text, quotes and a line; the summary has at most one short line per leaf. */
const MOST_LEAVES_BYTES = MOST_READ_BYTES / 2

/** The run that the bundle is about, and the run from which on the others are summarised. */
export interface LedgerPart {
  readonly workspace: string
  readonly runId: RunId
  readonly since: RunId
  readonly key?: KeyObject
}

/**
 * Every leaf since the opening of a run, with what is needed to compute the root over the whole ledger. Throws `run_unledgered` if the
 * ledger lacks one of the two runs, `invalid_input` if the bundled run is the older one, `ledger_contradiction` if its manifest is not the
 * recorded one, `run_live` while it is being closed.
 */
export function collectLedger(part: LedgerPart, ports: ReadPorts & {readonly redactor: Redactor}): BundleLedger {
  const {workspace, runId, since, key} = part
  const {reader} = ports.files
  // The lease is read before the ledger: the leaf of an end is written before the lease is removed.
  const isClosing = hasLease(workspace, runId, reader)
  const workspaceId = readWorkspaceId(workspace, reader)
  const names = runNames(workspace, reader)
  const {entries} = readLedgerOf(workspace, reader)
  const start = findOpening(since, entries)
  if (workspaceId === undefined || start === undefined) throw unledgered(since)
  const range = entries.slice(start)
  mustBeRecorded(part, {entries, range, isClosing}, ports)
  const tree = merkleTree(entries.map(({hash}) => hash))
  const known = ledgerRuns(entries)
  const origin = checkpointOrigin(workspaceId)
  const body = checkpointBody({origin, treeSize: entries.length, root: merkleRoot(tree)})
  return {
    schema_version: 1,
    workspace_id: workspaceId,
    checkpoint: key ? signedNote(body, origin, key) : body,
    first_leaf: start,
    left_edge: leftEdge(tree, start).map((hash) => `sha256:${Buffer.from(hash).toString('hex')}`),
    leaves: bundledLeaves(range, ports.redactor),
    summary: summariseLedger(since, range, {
      attached: [runId],
      unledgered: names.filter((name) => name >= since && !known.has(name)),
    }),
  }
}

const unledgered = (runId: RunId) => new AssayError('run_unledgered', `the ledger does not know the run ${runId}`)

function mustBeRecorded(
  part: LedgerPart,
  seen: {readonly entries: readonly LedgerEntry[]; readonly range: readonly LedgerEntry[]; readonly isClosing: boolean},
  ports: ReadPorts,
): void {
  const {workspace, runId, since} = part
  const {entries, range, isClosing} = seen
  const run = runsSince(since, range).find((one) => one.runId === runId)
  if (!run) {
    if (!ledgerRuns(entries).has(runId)) throw unledgered(runId)
    throw new AssayError('invalid_input', 'the run of the bundle was opened before the run given with --since')
  }
  const isRecorded = manifestDigest(runFolder(workspace, runId), ports.files.reader) === run.manifestSha256
  if (isRecorded && !run.isContradicted) return
  if (isClosing && !run.isContradicted && run.status === 'interrupted') throw notYetRecorded(part, ports)
  throw new AssayError('ledger_contradiction', `the manifest of ${runId} is not the one that the ledger recorded`)
}

/** The manifest has the end, and its leaf comes next; the process that was to write it may have died between the two. */
function notYetRecorded({workspace, runId}: LedgerPart, ports: ReadPorts): AssayError {
  const folder = runFolder(workspace, runId)
  const read = readRun({path: workspace}, runId, ports)
  const isDead = read.kind === 'run' && ownerState(folder, read.manifest, ports) === 'dead'
  if (!isDead || !hasLease(workspace, runId, ports.files.reader)) {
    return new AssayError('run_live', `the run ${runId} is just being closed`, {hint: 'Ask again in a moment.'})
  }
  return new AssayError('run_unledgered', `the ledger does not know the end of the run ${runId} yet`, {
    hint: 'The next command that measures in the workspace records it; ask again after that.',
  })
}

/**
 * The leaves for the bundle. Lines that are no leaves are included as bytes, so that nobody can pass off a leaf as one of them; a line that
 * Assay cannot have written and that holds a secret is refused.
 */
function bundledLeaves(range: readonly LedgerEntry[], redactor: Redactor): BundledLeaf[] {
  const leaves = range.map(({leaf, line}) => {
    if (leaf) return leaf.text
    if (redactor.findInText(new TextDecoder().decode(line)).length > 0) {
      throw new AssayError('evidence_refused', 'a line of the ledger that is no leaf holds secret-like material')
    }
    return {base64: Buffer.from(line).toString('base64')}
  })
  const bytes = leaves.reduce((sum, leaf) => sum + (typeof leaf === 'string' ? leaf : leaf.base64).length, 0)
  if (bytes <= MOST_LEAVES_BYTES) return leaves
  throw new AssayError('evidence_incomplete', 'the ledger since that run is larger than a bundle can hold', {
    hint: 'Give a later run with --since.',
  })
}

/**
 * Throws `evidence_refused` if anything but a path was masked. A leaf contains the digest of the original manifest; with it, a reader of
 * the masked copies could try out values until the digest matches, which reveals a short secret.
 */
export function mustNotBeGuessable({redactions, excluded}: Payload): void {
  const isSecret = (rule: string) => rule !== 'copied-digest' && !isHostRule(rule)
  if (!Object.keys(redactions).some(isSecret) && !excluded.some(({reason}) => isSecretReason(reason))) return
  throw new AssayError('evidence_refused', 'with --since a secret that was masked or left out could be guessed', {
    hint: 'Remove the secret at its source, or bundle without --since.',
  })
}
