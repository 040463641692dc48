import type {LedgerRun} from './ledger.ts'

/** The knowledge that the ledger of a workspace holds. */
export interface LedgerKnowledge {
  readonly runs: ReadonlyMap<string, LedgerRun>
  /** The oldest run with a leaf; runs before it are older than the ledger. */
  readonly oldest: string | undefined
  readonly workspaceId: string | undefined
  /** Digest of the ledger as it was read. */
  readonly digest: string
}

/** The relation of a run to the ledger: a contradiction, or a remark. Both are absent if the run is as recorded. */
export interface LedgerStanding {
  readonly fault?: string
  readonly note?: string
}

/** The facts of a run that its leaves in the ledger must repeat. */
interface Recorded {
  readonly runId: string
  readonly manifestSha256: string
  readonly manifest: {
    readonly status: string
    readonly workspace_id: string
    readonly outcome: {readonly verdict: string | null} | null
  }
}

/**
 * Compares a run that nobody works on with its leaves. `isClosing`: its lease is still there, so a crash may have come between the manifest
 * and the leaf of its end.
 */
export function ledgerStanding(run: Recorded, ledger: LedgerKnowledge, isClosing: () => boolean): LedgerStanding {
  const {manifest, manifestSha256, runId} = run
  const leaf = ledger.runs.get(runId)
  if (!leaf) return unknownTo(ledger, run)
  if (leaf.isContradicted) return {fault: 'the ledger tells two different ends of the run'}
  // The leaf of the beginning is durable before any work is done, so no crash leaves only the end.
  if (!leaf.isOpened && leaf.status !== 'interrupted')
    return {fault: 'the ledger tells the end of the run and never its beginning'}
  if (manifestSha256 === leaf.manifestSha256) return toldSame(run, leaf)
  const hasEnded = manifest.status !== 'running'
  if (leaf.status === 'interrupted' && hasEnded) {
    if (isClosing()) return {note: 'the ledger does not know its end yet; the next command that writes records it'}
    return {fault: 'the ledger never recorded that the run ended'}
  }
  if (endOf(run) === endOf({manifest: {status: leaf.status, outcome: leaf}}))
    return {fault: 'the ledger recorded another run manifest than the one that is there'}
  return {fault: `the ledger recorded the end ${leaf.verdict ?? leaf.status}, and the run manifest tells another`}
}

/** A leaf with the right manifest digest but another end than the manifest's was not written by Assay. */
function toldSame(run: Recorded, leaf: LedgerRun): LedgerStanding {
  if (endOf(run) === endOf({manifest: {status: leaf.status, outcome: leaf}})) return {}
  return {fault: 'the ledger tells another end than the run manifest that it recorded'}
}

function endOf({manifest: {status, outcome}}: {readonly manifest: Omit<Recorded['manifest'], 'workspace_id'>}): string {
  return `${status === 'running' ? 'interrupted' : status} ${outcome?.verdict ?? null}`
}

/**
 * The relation of a run without a leaf. Runs older than the ledger and runs from elsewhere get a remark; a run of this workspace never ends
 * without a leaf.
 */
function unknownTo({oldest, workspaceId}: LedgerKnowledge, {runId, manifest}: Recorded): LedgerStanding {
  const isOwn = manifest.workspace_id === workspaceId && manifest.status !== 'running'
  if (isOwn && oldest === undefined)
    return {
      note: 'the ledger of the workspace, in which the run began, is gone or empty: nothing shows which runs there were',
    }
  if (isOwn && oldest !== undefined && runId > oldest)
    return {fault: 'the entries of the run are missing in the ledger'}
  return {note: 'the ledger does not know the run: it is older, or was copied here'}
}
