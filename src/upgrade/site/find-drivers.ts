import {AssayError} from '#error/assay-error'
import type {HostSetting} from '#host/execute/load-setting'
import type {MeasurementPorts} from '#measurement/ports'
import type {ProcessIdentity} from '#process/process-table'
import {claimsPlace, nodeClaimStem} from './claim-places.ts'
import {claimantOf, driverOf, howToEnd, nodeHeld, targetHeld} from './upgrade-claims.ts'

type Ports = Pick<MeasurementPorts, 'env' | 'space' | 'files' | 'processes'>

/**
 * Throws `workspace_busy` while another driver is at work on the target, or on one of its nodes from wherever: what it has begun is not for anybody to go on
 * with or to put back meanwhile. It only looks; whoever drives holds its claims all the same.
 */
export function demandNoDriver({target, workspace}: Pick<HostSetting, 'target' | 'workspace'>, ports: Ports): void {
  const {alias, nodes} = target.profile
  const driver = driverOf(workspace, alias, ports)
  if (driver) throw busy(targetHeld(alias), driver)
  const {folder} = claimsPlace(ports)
  for (const {name, base_url: url} of nodes) {
    const holder = claimantOf(folder, nodeClaimStem(url), ports)
    if (holder) throw busy(nodeHeld(name), holder)
  }
}

const busy = (what: string, {pid}: ProcessIdentity) =>
  new AssayError('workspace_busy', what, {
    hint: `Wait for the process ${pid} to end; assay node status shows how far it is. ${howToEnd(pid)}`,
  })
