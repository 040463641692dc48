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

/** The mark of an upgrade on a node, as it lies there. `found`: what became of the upgrade; undefined where nobody has it any more. */
export interface KeptMark {
  readonly path: string
  readonly node: string
  readonly found: OpenElsewhere | 'unreadable' | undefined
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
      .map((name) => ({path: join(folder, name), node, found: foundBy(join(folder, name), node, ports)})),
  )
}

/** `workspace`: where the upgrade was begun, where that is known. */
interface Refusal {
  readonly workspace: string | undefined
  readonly refusal: AssayError
}

/** Why upgrades that stand in such a state, in whatever workspace they were begun, are in the way of the nodes of a target. Throws as `findMarks` does. */
export function upgradesInTheWay(
  setting: Pick<HostSetting, 'target' | 'argv'>,
  isInTheWay: (state: NodeUpgradeState) => boolean,
  ports: Ports & Pick<MeasurementPorts, 'cwd'>,
): Refusal[] {
  return findMarks(setting, ports).flatMap((mark): Refusal[] => {
    const {found} = mark
    if (found === undefined || leadsNowhere(found, isInTheWay)) return []
    if (found === 'unreadable') return [{workspace: undefined, refusal: unreadableMark(mark)}]
    return [{workspace: found.mark.workspace, refusal: openRefusal(found, setting.argv, ports.cwd)}]
  })
}

/** Whether nobody has the upgrade of a mark any more, or its own ledger says that it is in nobody's way. What cannot be read is in the way. */
export function leadsNowhere(found: KeptMark['found'], isInTheWay: (state: NodeUpgradeState) => boolean): boolean {
  if (found === undefined || found === 'unreadable') return found === undefined
  return found.kept !== 'unreadable' && !isInTheWay(found.kept.progress.state)
}

/** Throws `upgrade_refused` where an upgrade of one of the nodes stands in a state that is in the way. */
export function demandNoneOpen(...asked: Parameters<typeof upgradesInTheWay>): void {
  const [open] = upgradesInTheWay(...asked)
  if (open !== undefined) throw open.refusal
}

function unreadableMark({path, node}: KeptMark): AssayError {
  const message = `${path}, which says that an upgrade works on the node ${node} and where it was begun, cannot be read`
  const hint =
    'Its name ends with the run of that upgrade: see in the workspace of that run that it is over, then remove the file.'
  return new AssayError('upgrade_refused', message, {hint})
}

function foundBy(path: string, node: string, ports: Ports): KeptMark['found'] {
  const mark = readMark(path, ports)
  // Whose driver ended meanwhile.
  if (mark === undefined) return ports.files.reader.facts(path) === undefined ? undefined : 'unreadable'
  if (!isRunId(mark.upgrade)) return 'unreadable'
  try {
    const kept = findUpgrade(mark.workspace, mark.upgrade, ports)
    return kept && {node, mark, kept}
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'upgrade_unreadable') throw error
    return {node, mark, kept: 'unreadable'}
  }
}

/** Undefined for what is no mark. */
function readMark(path: string, {files: {reader}}: Ports): NodeUpgradeMark | undefined {
  try {
    return parse(nodeUpgradeMark, JSON.parse(new TextDecoder().decode(reader.read(path, MOST_BYTES))))
  } catch {
    return undefined
  }
}
