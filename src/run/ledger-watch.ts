import type {RunId} from '#contract/ids'
import {hasLease, ledgerFault, missingRuns, readKnowledge, recordedManifest} from './keep-ledger.ts'
import {runFolder} from './layout.ts'
import {type LedgerKnowledge, ledgerStanding} from './ledger-standing.ts'
import {manifestHead} from './manifest-head.ts'
import {type ReadPorts, type RunIssue, type RunView, readRun} from './read-run.ts'

/** The facts of a run that are compared once the ledger has been read; keeping thousands of manifests would take too much memory. */
interface Seen {
  readonly runId: RunId
  readonly manifestSha256: string
  readonly status: string
  readonly workspaceId: string
  readonly verdict: string | null
}

/** Buffer for one manifest; most need a tenth of it. */
const ROOM_BYTES = 128 * 1024

/**
 * Compares the runs of a listing with the ledger. The ledger is read last, because a run that ends meanwhile is in it by then; a run that
 * seems to contradict it is read a second time.
 */
export class LedgerWatch {
  readonly #workspace: string
  readonly #ports: ReadPorts
  readonly #seen: Seen[] = []
  #room: Uint8Array | undefined
  /** The ledger as it was when the first run was read; the final verdict on every run is that of `judge`. */
  #early: LedgerKnowledge | undefined

  constructor(workspace: string, ports: ReadPorts) {
    this.#workspace = workspace
    this.#ports = ports
  }

  take({runId, manifest, manifestSha256, lease}: RunView): void {
    if (lease === 'live' || lease === 'stalled') return
    const {status, workspace_id: workspaceId, outcome} = manifest
    this.#seen.push({runId, manifestSha256, status, workspaceId, verdict: outcome?.verdict ?? null})
  }

  /**
   * Takes a run by its digest alone if its manifest is, byte for byte, the one that the ledger recorded at the end: that one was checked
   * before it was written, so only its head is read. Returns false if the manifest must be read whole.
   */
  takeRecorded(runId: RunId): boolean {
    const manifestSha256 = this.endDigest(runId)
    if (manifestSha256 === undefined) return false
    const folder = runFolder(this.#workspace, runId)
    this.#room ??= new Uint8Array(ROOM_BYTES)
    const bytes = recordedManifest({folder, digest: manifestSha256}, this.#room, this.#ports.files.reader)
    const head = bytes && manifestHead(bytes)
    if (head?.runId !== runId) return false
    this.#seen.push({...head, runId, manifestSha256})
    return true
  }

  /** Digest of the manifest that the ledger recorded when the run ended. */
  endDigest(runId: RunId): string | undefined {
    this.#early ??= readKnowledge(this.#workspace, this.#ports.files.reader)
    const leaf = this.#early.runs.get(runId)
    return leaf === undefined || leaf.status === 'interrupted' ? undefined : (leaf.manifestSha256 ?? undefined)
  }

  /** Compares all runs with the ledger: `untrue` are runs whose manifest is not to be believed, `missing` are runs that are gone. */
  judge(): {
    readonly known: LedgerKnowledge
    readonly untrue: ReadonlyMap<RunId, RunIssue>
    readonly missing: readonly RunIssue[]
  } {
    const known = readKnowledge(this.#workspace, this.#ports.files.reader, this.#early)
    const doubted = this.#seen.filter((seen) => this.#faultOf(seen, known) !== undefined)
    const untrue = new Map<RunId, RunIssue>()
    for (const {runId} of doubted) {
      const fault = this.#lookAgain(runId)
      if (fault !== undefined) untrue.set(runId, issue(runId, 'ledger_contradiction', fault))
    }
    const gone = this.#missing(known)
    // A cleanup records a removal in the ledger before it removes, so a second look tells removed runs from lost ones.
    const isGone = gone.length === 0 ? [] : this.#missing(readKnowledge(this.#workspace, this.#ports.files.reader))
    return {
      known,
      untrue,
      missing: isGone.map((name) => issue(name, 'run_missing', 'the ledger knows the run, and it is gone')),
    }
  }

  #faultOf({runId, manifestSha256, status, workspaceId, verdict}: Seen, known: LedgerKnowledge): string | undefined {
    const manifest = {status, workspace_id: workspaceId, outcome: verdict === null ? null : {verdict}}
    const run = {runId, manifest, manifestSha256}
    return ledgerStanding(run, known, () => hasLease(this.#workspace, runId, this.#ports.files.reader)).fault
  }

  /** Reads the run first, then the ledger: the leaf of an end is written before the lease is removed. */
  #lookAgain(runId: RunId): string | undefined {
    const run = readRun({path: this.#workspace}, runId, this.#ports)
    if (run.kind === 'issue' || run.lease === 'live' || run.lease === 'stalled') return undefined
    return ledgerFault(this.#workspace, run, this.#ports.files.reader)
  }

  #missing(known: LedgerKnowledge): string[] {
    const seen = new Set<string>(this.#seen.map(({runId}) => runId))
    return missingRuns(known, {path: this.#workspace, seen}, this.#ports.files.reader)
  }
}

function issue(name: string, reason: RunIssue['reason'], detail: string): RunIssue {
  return {kind: 'issue', name, reason, detail}
}
