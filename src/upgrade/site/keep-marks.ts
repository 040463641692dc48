import {join} from 'node:path/posix'
import type {NodeUpgradeMark} from '#contract/generated/types'
import type {HostSetting} from '#host/execute/load-setting'
import type {MeasurementPorts} from '#measurement/ports'
import {writeAtomic} from '#path/write-atomic'
import {isOpenState} from '../model/upgrade-progress.ts'
import {claimsPlace} from './claim-places.ts'
import {findMarks, leadsNowhere, markName} from './find-marks.ts'

type Place = Pick<HostSetting, 'target'>

/**
 * Says at each node which upgrade is not over, for drivers and drills of other workspaces: on the disk when it returns. Marks that lead to nothing any more are
 * taken away. For who holds the nodes.
 */
export async function keepMarks(
  setting: Place,
  mark: Omit<NodeUpgradeMark, 'schema_version'>,
  ports: MeasurementPorts,
): Promise<void> {
  const {files, redactor} = ports
  for (const {path, found} of findMarks(setting, ports))
    if (leadsNowhere(found, isOpenState)) await files.writer.remove(path)
  const {folder} = claimsPlace(ports)
  // Whoever reads it must find the workspace, so its path is not masked; it lies outside of all evidence, for its user alone.
  const text = JSON.stringify({schema_version: 1, ...mark})
  const bytes = redactor.bytes(new TextEncoder().encode(text))
  for (const {base_url: url} of setting.target.profile.nodes)
    await writeAtomic(join(folder, markName(url, mark.upgrade)), bytes, ports)
}

/** Takes the marks of an upgrade away that is over. One that stays leads to a ledger that says so. */
export async function removeMarks(
  {target}: Place,
  {upgrade}: Pick<NodeUpgradeMark, 'upgrade'>,
  ports: MeasurementPorts,
): Promise<void> {
  const {folder} = claimsPlace(ports)
  for (const {base_url: url} of target.profile.nodes)
    await ports.files.writer.remove(join(folder, markName(url, upgrade))).catch(() => undefined)
}
