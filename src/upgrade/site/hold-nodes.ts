import type {RunId} from '#contract/ids'
import type {HostSetting} from '#host/execute/load-setting'
import type {MeasurementPorts} from '#measurement/ports'
import {makeFolders} from '#path/make-folders'
import {holdClaim} from '#run/hold-claim'
import {claimsPlace, nodeClaimStem, refuseStrangers} from './claim-places.ts'
import {nodeHeld} from './upgrade-claims.ts'

/** What host digests of these claims are bound to: no workspace, for drivers of all workspaces must know each other's. */
const ANY_WORKSPACE = 'nodes'

/** Each node for this driver, or this drill, alone, whatever the target is called and wherever the workspace is. Throws `workspace_busy`, with nothing held then. */
export async function holdNodes(
  {target}: Pick<HostSetting, 'target'>,
  runId: RunId,
  ports: MeasurementPorts,
): Promise<AsyncDisposable> {
  await using held = new AsyncDisposableStack()
  const {folder, beside} = claimsPlace(ports)
  if (beside !== undefined) {
    await makeFolders(beside, ports.files.directories)
    refuseStrangers(beside, ports.files.reader)
  }
  await makeFolders(folder, ports.files.directories)
  for (const {name, base_url: url} of target.profile.nodes) {
    held.use(
      await holdClaim(
        {folder, stem: nodeClaimStem(url), what: nodeHeld(name)},
        {runId, workspaceId: ANY_WORKSPACE},
        ports,
      ),
    )
  }
  return held.move()
}
