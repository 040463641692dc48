import {join} from 'node:path/posix'
import type {ProcessIdentity} from '#process/process-table'
import {readLease} from '#run/hold-lease'
import type {RunPorts} from '#run/ports'
import {upgradesFolder} from './upgrade-places.ts'

/** What names of claims on a target begin with. */
export const claimStem = (alias: string): string => `${alias}.claim-`

/** Why a second driver of a target, or of one of its nodes, gives way. */
export const targetHeld = (alias: string): string => `another driver works on the target ${alias}`
export const nodeHeld = (name: string): string => `another driver or drill on this machine works on the node ${name}`

type Ports = Pick<RunPorts, 'files' | 'processes'>

/** The process of this machine that drives the target at this moment. */
export const driverOf = (workspace: string, alias: string, ports: Ports): ProcessIdentity | undefined =>
  claimantOf(upgradesFolder(workspace), claimStem(alias), ports)

/** The living process of this machine whose claim lies in a folder under a name that begins so. */
export function claimantOf(
  folder: string,
  stem: string,
  {files: {reader}, processes}: Ports,
): ProcessIdentity | undefined {
  const names = reader.facts(folder) === undefined ? [] : reader.list(folder).map(({name}) => name)
  const leases = names.filter((name) => name.startsWith(stem)).map((name) => readLease(join(folder, name), reader))
  const own = leases.find((lease) => lease !== undefined && processes.startOf(lease.pid) === lease.process_start)
  return own && {pid: own.pid, start: own.process_start}
}
