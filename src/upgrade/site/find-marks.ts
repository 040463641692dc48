import {join} from 'node:path/posix'
import {nodeUpgradeMark} from '#contract/generated/node-upgrade-mark'
import type {NodeUpgradeMark, NodeUpgradeState} from '#contract/generated/types'
import {isRunId} from '#contract/ids'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'
import type {HostSetting} from '#host/execute/load-setting'
import type {MeasurementPorts} from '#measurement/ports'
import {type OpenElsewhere, openRefusal} from '../model/open-elsewhere.ts'
import {claimsPlace, nodeStem, refuseStrangers} from './claim-places.ts'
import {findUpgrade} from './find-upgrades.ts'

/** The mark of an upgrade on a node, as it lies there. `found`: what became of it; undefined where nobody has it any more. */
export interface KeptMark {
  readonly path: string
  readonly found: OpenElsewhere | undefined
}

const MOST_BYTES = 64 * 1024

type Ports = Pick<MeasurementPorts, 'env' | 'space' | 'files'>
type Place = Pick<HostSetting, 'target'>

/** The name of the mark of an upgrade on a node. */
export const markName = (url: string, id: string): string => `${nodeStem(url)}.upgrade-${id}`

/** Marks of all upgrades on the nodes of a target. Each only says where to look. Throws `workspace_unwritable` for a folder of somebody else. */
export function findMarks({target}: Place, ports: Ports): KeptMark[] {
  const {reader} = ports.files
  const {folder, beside} = claimsPlace(ports)
  if (reader.facts(folder) === undefined) return []
  if (beside !== undefined) refuseStrangers(beside, reader)
  const names = reader.list(folder).map(({name}) => name)
  return target.profile.nodes.flatMap(({name: node, base_url: url}) =>
    names
      .filter((name) => name.startsWith(markName(url, '')))
      .map((name) => ({path: join(folder, name), found: foundBy(join(folder, name), node, ports)})),
  )
}

/** Throws `upgrade_refused` where an upgrade of one of the nodes stands in a state that is in the way, in whatever workspace it was begun. */
export function demandNoneOpen(
  setting: Pick<HostSetting, 'target' | 'argv'>,
  isInTheWay: (state: NodeUpgradeState) => boolean,
  ports: Ports & Pick<MeasurementPorts, 'cwd'>,
): void {
  const [open] = findMarks(setting, ports)
    .flatMap(({found}) => found ?? [])
    .filter(({kept}) => kept === 'unreadable' || isInTheWay(kept.progress.state))
  if (open !== undefined) throw openRefusal(open, setting.argv, ports.cwd)
}

function foundBy(path: string, node: string, ports: Ports): OpenElsewhere | undefined {
  const mark = readMark(path, ports)
  if (mark === undefined || !isRunId(mark.upgrade)) return undefined
  try {
    const kept = findUpgrade(mark.workspace, mark.upgrade, ports)
    return kept && {node, mark, kept}
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'upgrade_unreadable') throw error
    return {node, mark, kept: 'unreadable'}
  }
}

/** Undefined for what leads nowhere. */
function readMark(path: string, {files: {reader}}: Ports): NodeUpgradeMark | undefined {
  try {
    return parse(nodeUpgradeMark, JSON.parse(new TextDecoder().decode(reader.read(path, MOST_BYTES))))
  } catch {
    return undefined
  }
}
