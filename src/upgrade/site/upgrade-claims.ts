import {join} from 'node:path/posix'
import type {ProcessIdentity} from '#process/process-table'
import {readLease} from '#run/hold-lease'
import type {RunPorts} from '#run/ports'
import {upgradesFolder} from './upgrade-places.ts'

/** What names of claims on a target begin with. */
export const claimStem = (alias: string): string => `${alias}.claim-`

/** The process of this machine that drives the target at this moment. */
export function driverOf(
  workspace: string,
  alias: string,
  {files: {reader}, processes}: Pick<RunPorts, 'files' | 'processes'>,
): ProcessIdentity | undefined {
  const folder = upgradesFolder(workspace)
  const names = reader.facts(folder) === undefined ? [] : reader.list(folder).map(({name}) => name)
  const leases = names
    .filter((name) => name.startsWith(claimStem(alias)))
    .map((name) => readLease(join(folder, name), reader))
  const own = leases.find((lease) => lease !== undefined && processes.startOf(lease.pid) === lease.process_start)
  return own && {pid: own.pid, start: own.process_start}
}
