import {join} from 'node:path'
import {lease} from '#contract/generated/lease'
import type {Lease} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {parse} from '#contract/parse'
import {digestOf} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import type {FileReader, Files} from '#path/files'
import type {ProcessTable} from '#process/process-table'
import type {Cancel, Timers} from '#random/timers'
import {classifyEntry, LEASE, runFolder, runsFolder} from './layout.ts'

export const HEARTBEAT_MS = 5_000
export const TTL_MS = 30_000

/** State of the owner. `stalled`: it lives but its heartbeat is late. A stalled run is never removed or taken over. */
export type LeaseState = 'live' | 'stalled' | 'dead'

/** The lease of a run for this process. Raw host identities become digests bound to the workspace. */
export function leaseFor(run: {runId: RunId; workspaceId: string; epoch: number}, table: ProcessTable): Lease {
  const {pid, start} = table.self()
  return {
    schema_version: 1,
    run_id: run.runId,
    epoch: run.epoch,
    pid,
    process_start: start,
    ...hostDigests(run.workspaceId, table),
    ttl_seconds: 30,
  }
}

/**
 * Whether the owner still works. On the owner's own machine its process decides; elsewhere the age of the heartbeat, with `nowMs` from the
 * clock that stamped it.
 */
export function judgeLease(
  lease: Lease,
  seen: {readonly heartbeatMs: number; readonly nowMs: number; readonly workspaceId: string},
  table: ProcessTable,
): LeaseState {
  const isLate = seen.nowMs - seen.heartbeatMs > TTL_MS
  const here = hostDigests(seen.workspaceId, table)
  if (here.host_id !== lease.host_id) return isLate ? 'dead' : 'live'
  if (here.boot_id !== lease.boot_id) return 'dead'
  if (table.startOf(lease.pid) !== lease.process_start) return 'dead'
  return isLate ? 'stalled' : 'live'
}

function hostDigests(workspaceId: string, table: ProcessTable): Pick<Lease, 'boot_id' | 'host_id'> {
  const {bootIdentity, hostIdentity} = table.host()
  return {
    boot_id: digestOf([workspaceId, 'boot', bootIdentity]),
    host_id: digestOf([workspaceId, 'host', hostIdentity]),
  }
}

const MOST_LEASE_BYTES = 16 * 1024

/** The lease of an open run, or undefined if there is none that can be trusted. */
export function readLease(path: string, reader: FileReader): Lease | undefined {
  try {
    return parse(lease, JSON.parse(new TextDecoder().decode(reader.read(path, MOST_LEASE_BYTES))))
  } catch {
    return undefined
  }
}

/** Runs with a lease: those in progress, and those that a crash left, since ending a run removes its lease. */
export function leasedRuns(workspace: string, reader: FileReader): RunId[] {
  return reader.list(runsFolder(workspace)).flatMap(({name}): RunId[] => {
    const entry = classifyEntry(name)
    if (entry.kind !== 'run') return []
    return reader.facts(join(runFolder(workspace, entry.id), LEASE)) === undefined ? [] : [entry.id]
  })
}

/** Keeps the heartbeat of an open run going until `release`, and checks whether the run still belongs to this process. */
export class HeldLease {
  readonly #path: string
  readonly #lease: Lease
  readonly #files: Files
  readonly #stopBeating: Cancel
  #isClosing = false

  constructor(
    folder: string,
    lease: Lease,
    {files, clock}: {readonly files: Files; readonly clock: Pick<Timers, 'every'>},
  ) {
    this.#path = join(folder, LEASE)
    this.#lease = lease
    this.#files = files
    this.#stopBeating = clock.every(HEARTBEAT_MS, () => void this.#beat())
  }

  /** Called before every commit. Throws `lease_lost` if a later owner took the run over. */
  assertOwned(): void {
    const now = readLease(this.#path, this.#files.reader)
    if (now?.epoch === this.#lease.epoch && now.pid === this.#lease.pid) return
    throw new AssayError('lease_lost', `the run ${this.#lease.run_id} has another owner now`)
  }

  /** Marks that the manifest has the end and the ledger does not yet: the lease file then stays for the next writer until `release`. */
  markClosing(): void {
    this.#isClosing = true
  }

  async release(): Promise<void> {
    this.#stopBeating()
    await this.#files.writer.remove(this.#path)
  }

  /** Ends ownership after an error; a run that is closing keeps its lease file. */
  async giveUp(): Promise<void> {
    this.#stopBeating()
    if (!this.#isClosing) await this.release()
  }

  async #beat(): Promise<void> {
    // If a heartbeat fails the run looks stalled, which is true; the work itself continues.
    await this.#files.writer.touch(this.#path).catch(() => undefined)
  }
}
