import type {Lease} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {digestOf} from '#digest/canonical-json'
import type {ProcessTable} from '#process/process-table'

export const HEARTBEAT_MS = 5_000
export const TTL_MS = 30_000

/** `stalled`: the owner lives but its heartbeat is late. A stalled run is never removed or taken over. */
export type LeaseState = 'live' | 'stalled' | 'dead'

/** Whose lease this process writes. Raw host identities become digests bound to the workspace. */
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
 * Whether the owner still works. On the owner's own machine its process decides; elsewhere the heartbeat, seen by
 * `nowMs` of the clock that stamped it.
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
