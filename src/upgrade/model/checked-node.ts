import type {NodeUpgradePlan} from '#contract/generated/types'
import type {SeenNode} from './seen.ts'
import type {NodeMarks, UpgradeProgress} from './upgrade-progress.ts'

type Checked = Pick<UpgradeProgress, 'checked'>

/** By what a node is known again later. */
export const nodeMarks = ({nodeId, schema}: Pick<SeenNode, 'nodeId' | 'schema'>): NodeMarks => ({
  nodeId: nodeId ?? null,
  schema: schema ?? null,
})

/** Nodes whose checks the new release passed, in the order of the plan. */
export const checkedNodes = (
  {nodes}: Pick<NodeUpgradePlan, 'nodes'>,
  {done}: Pick<UpgradeProgress, 'done'>,
): string[] => nodes.map(({name}) => name).filter((name) => done.forth.has(`check:${name}`))

/** Whether a node tells another lasting id than when it was checked. */
export function isOtherNode({checked}: Checked, {name, nodeId}: Pick<SeenNode, 'name' | 'nodeId'>): boolean {
  const then = checked.get(name)?.nodeId
  return typeof then === 'string' && nodeId !== undefined && nodeId !== then
}

/** What a node that was checked says of itself otherwise than then; undefined where it is itself. */
export function otherThanChecked(
  {to}: Pick<NodeUpgradePlan, 'to'>,
  progress: Checked,
  node: Pick<SeenNode, 'name' | 'nodeId' | 'version' | 'schema'>,
): string | undefined {
  const {name, nodeId, version, schema} = node
  const {nodeId: thenId = null, schema: thenSchema = null} = progress.checked.get(name) ?? {}
  if (isOtherNode(progress, node))
    return 'it tells another node_id than then: another node answers at its address, or its data are others'
  if (thenId !== null && nodeId === undefined) return 'it does not tell its node_id any more'
  if (version !== to)
    return version === undefined ? 'it does not tell its release any more' : `it runs ${version}, and not ${to}`
  if (thenSchema !== null && schema !== thenSchema)
    return `its data have the schema ${schema ?? 'that it does not tell'}, and had ${thenSchema}`
  return undefined
}

/** What whoever reads of an upgrade must know where a driver was told to accept changes. */
export const acceptedRemarks = (isAccepting: boolean | undefined): string[] =>
  isAccepting
    ? [
        'What people may have changed of nodes that were done, their repositories, refs, accounts and configuration, was not asked again, as --accept-changes says.',
      ]
    : []
