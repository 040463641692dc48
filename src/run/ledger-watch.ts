import type {RunId} from '#contract/ids'
import {type LedgerKnowledge, ledgerStanding} from './ledger-standing.ts'
import {hasLease, missingRuns, readKnowledge} from './read-ledger.ts'
import {type ReadPorts, type RunIssue, type RunView, readRun} from './read-run.ts'

/** What of a run is compared once the ledger has been read; thousands of manifests would take too much room. */
interface Seen {
  readonly runId: RunId
  readonly manifestSha256: string
  readonly status: string
  readonly workspaceId: string
  readonly verdict: string | null
}

/**
 * Holds the runs of a listing against the ledger. The ledger is read last, since a run that ends meanwhile is in it by then; what does
 * not fit is looked at once more.
 */
export class LedgerWatch {
  readonly #workspace: string
  readonly #ports: ReadPorts
  readonly #seen: Seen[] = []

  constructor(workspace: string, ports: ReadPorts) {
    this.#workspace = workspace
    this.#ports = ports
  }

  take({runId, manifest, manifestSha256, lease}: RunView): void {
    if (lease === 'live' || lease === 'stalled') return
    const {status, workspace_id: workspaceId, outcome} = manifest
    this.#seen.push({runId, manifestSha256, status, workspaceId, verdict: outcome?.verdict ?? null})
  }

  /** Runs whose manifest is not to be believed, and runs that are gone. */
  judge(): {
    readonly known: LedgerKnowledge
    readonly untrue: ReadonlyMap<RunId, RunIssue>
    readonly missing: readonly RunIssue[]
  } {
    const known = readKnowledge(this.#workspace, this.#ports.files.reader)
    const doubted = this.#seen.filter((seen) => this.#faultOf(seen, known) !== undefined)
    const untrue = new Map<RunId, RunIssue>()
    for (const {runId} of doubted) {
      const fault = this.#lookAgain(runId)
      if (fault !== undefined) untrue.set(runId, issue(runId, 'ledger_contradiction', fault))
    }
    const gone = missingRuns(known, this.#workspace, this.#ports.files.reader)
    const isGone = gone.length === 0 ? [] : this.#missingNow()
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

  /** First the run, then the ledger: the leaf of an end is there before the lease goes. */
  #lookAgain(runId: RunId): string | undefined {
    const run = readRun({path: this.#workspace}, runId, this.#ports)
    if (run.kind === 'issue' || run.lease === 'live' || run.lease === 'stalled') return undefined
    const isClosing = hasLease(this.#workspace, runId, this.#ports.files.reader)
    return ledgerStanding(run, readKnowledge(this.#workspace, this.#ports.files.reader), () => isClosing).fault
  }

  /** A cleanup tells the ledger before it removes. */
  #missingNow(): string[] {
    return missingRuns(
      readKnowledge(this.#workspace, this.#ports.files.reader),
      this.#workspace,
      this.#ports.files.reader,
    )
  }
}

function issue(name: string, reason: RunIssue['reason'], detail: string): RunIssue {
  return {kind: 'issue', name, reason, detail}
}
