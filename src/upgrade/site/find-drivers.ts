import type {HostSetting} from '#host/execute/load-setting'
import type {MeasurementPorts} from '#measurement/ports'
import {claimHeld} from '#run/hold-claim'
import {claimsPlace, nodeClaimStem} from './claim-places.ts'
import {claimantOf, driverOf, nodeHeld, targetHeld} from './upgrade-claims.ts'

type Ports = Pick<MeasurementPorts, 'env' | 'space' | 'files' | 'processes'>

/**
 * Throws `workspace_busy` while another driver is at work on the target, or on one of its nodes from wherever: what it has begun is not for anybody to go on
 * with or to put back meanwhile. It only looks; whoever drives holds its claims all the same.
 */
export function demandNoDriver({target, workspace}: Pick<HostSetting, 'target' | 'workspace'>, ports: Ports): void {
  const {alias, nodes} = target.profile
  const driver = driverOf(workspace, alias, ports)
  if (driver) throw claimHeld(targetHeld(alias), driver.pid)
  const {folder} = claimsPlace(ports)
  for (const {name, base_url: url} of nodes) {
    const holder = claimantOf(folder, nodeClaimStem(url), ports)
    if (holder) throw claimHeld(nodeHeld(name), holder.pid)
  }
}
