import {AssayError} from '#error/assay-error'
import type {HostSetting} from '#host/execute/load-setting'
import type {MeasurementPorts} from '#measurement/ports'
import {claimsPlace, nodeClaimStem} from './claim-places.ts'
import {claimantOf, driverOf, nodeHeld, targetHeld} from './upgrade-claims.ts'

type Ports = Pick<MeasurementPorts, 'env' | 'space' | 'files' | 'processes'>

/**
 * Throws `workspace_busy` while another driver is at work on the target, or on one of its nodes from wherever: what it has begun is not for anybody to go on
 * with or to put back meanwhile. It only looks; whoever drives holds its claims all the same.
 */
export function demandNoDriver({target, workspace}: Pick<HostSetting, 'target' | 'workspace'>, ports: Ports): void {
  const {alias, nodes} = target.profile
  if (driverOf(workspace, alias, ports) !== undefined) throw busy(targetHeld(alias))
  const {folder} = claimsPlace(ports)
  const held = nodes.find(({base_url: url}) => claimantOf(folder, nodeClaimStem(url), ports) !== undefined)
  if (held !== undefined) throw busy(nodeHeld(held.name))
}

const busy = (what: string) =>
  new AssayError('workspace_busy', what, {hint: 'Wait for it to end; assay node status shows how far it is.'})
