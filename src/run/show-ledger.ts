import type {LedgerCheck, LedgerFinding, RunsLedgerResult} from '#contract/generated/types'
import {type Hash, merkleRoot, merkleTree} from '#digest/merkle-tree'
import {AssayError} from '#error/assay-error'
import {type Exit, exitNamed} from '#error/exit'
import {type CheckpointNote, checkpointBody, checkpointOrigin, parseCheckpoint} from './checkpoint.ts'
import {judgeLedger} from './judge-ledger.ts'
import {isCut, ledgerRuns} from './ledger.ts'
import {ledgerCounts} from './ledger-summary.ts'
import {mustBeWorkspace} from './list-runs.ts'
import {readWorkspaceId} from './open-workspace.ts'
import type {ReadPorts} from './read-run.ts'

const MOST_CHECKPOINT_BYTES = 16 * 1024

export interface LedgerRequest {
  readonly workspace: string
  /** Name of the workspace in the result. */
  readonly shown: string
  /** Path of a checkpoint that was taken earlier. */
  readonly check?: string
}

/**
 * The content of a workspace's ledger, and the contradictions between both. Exit 1 if an earlier checkpoint does not match, and for every
 * finding. Throws `document_format` for a file that is no checkpoint.
 */
export function ledgerResult(request: LedgerRequest, ports: ReadPorts): RunsLedgerResult {
  const {reader} = ports.files
  const {workspace} = request
  mustBeWorkspace(workspace, ports)
  const workspaceId = readWorkspaceId(workspace, reader)
  const {findings, unledgered, changed, missing, view} = judgeLedger(workspace, ports)
  const {entries, isTorn} = view
  const hashes = entries.map(({hash}) => hash)
  const root = merkleRoot(merkleTree(hashes))
  const origin = workspaceId === undefined ? undefined : checkpointOrigin(workspaceId)
  const earlier = request.check === undefined ? undefined : readCheckpoint(request.check, ports)
  const check = earlier ? checkAgainst(earlier, origin, hashes) : null
  return {
    schema_version: 1,
    command: 'runs ledger',
    exit: exitOf(check, findings),
    workspace: request.shown,
    tree_size: hashes.length,
    root: told(root),
    checkpoint: origin === undefined ? null : checkpointBody({origin, treeSize: hashes.length, root}),
    torn: isTorn,
    counts: ledgerCounts(ledgerRuns(entries).values(), entries),
    unledgered: [...unledgered],
    missing: [...missing],
    changed: [...changed],
    findings: [...findings],
    cut_entries: entries.filter(isCut).length,
    check,
  }
}

function readCheckpoint(path: string, ports: ReadPorts): CheckpointNote {
  const text = new TextDecoder().decode(ports.files.reader.read(path, MOST_CHECKPOINT_BYTES))
  // Tools that print a text add a newline of their own.
  const note = parseCheckpoint(text.replace(/(?<!\n)\n+$/, '\n'))
  if (note) return note
  throw new AssayError('document_format', 'the file holds no checkpoint of a ledger', {
    hint: 'Save one with assay runs ledger --format json | jq -r .checkpoint.',
  })
}

/** Whether the ledger begins with the leaves that the checkpoint covers. */
function checkAgainst({checkpoint}: CheckpointNote, origin: string | undefined, hashes: readonly Hash[]): LedgerCheck {
  const {treeSize, root} = checkpoint
  const reason = reasonOf()
  return {tree_size: treeSize, root: told(root), consistent: reason === 'prefix', reason}

  function reasonOf(): LedgerCheck['reason'] {
    if (checkpoint.origin !== origin) return 'other_workspace'
    if (treeSize > hashes.length) return 'shorter'
    const then = merkleRoot(merkleTree(hashes.slice(0, treeSize)))
    return Buffer.from(then).equals(root) ? 'prefix' : 'rewritten'
  }
}

const REASONS: Readonly<Record<LedgerCheck['reason'], string>> = {
  prefix: 'the ledger goes on from the checkpoint',
  other_workspace: 'the checkpoint is of another workspace',
  shorter: 'the ledger is shorter than the checkpoint tells',
  rewritten: 'the ledger was rewritten since the checkpoint',
}

function exitOf(check: LedgerCheck | null, findings: readonly LedgerFinding[]): Exit {
  if (check && !check.consistent) return exitNamed('failed', REASONS[check.reason])
  const [first] = findings
  if (!first) return exitNamed('ok', check ? REASONS[check.reason] : 'read')
  const more = findings.length > 1 ? `, and ${findings.length - 1} more` : ''
  return exitNamed('failed', `${first.subject}: ${first.message}${more}`)
}

const told = (hash: Hash): `sha256:${string}` => `sha256:${Buffer.from(hash).toString('hex')}`
