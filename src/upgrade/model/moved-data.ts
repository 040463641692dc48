import type {NodeUpgradePlan} from '#contract/generated/types'
import {exactRelease} from '#host/model/version'
import {backSteps} from './back-steps.ts'
import type {SeenNode} from './seen.ts'
import {isBackState, isOpenState, type UpgradeProgress} from './upgrade-progress.ts'

/**
 * What a node shows that its plan does not account for, where the plan leaves data as they are: data of another schema, or a release that may have moved them. What
 * a node tells of its schema decides; else the rules of releases do, by which a patch moves nothing. Undefined where nothing of that kind is seen.
 */
export function movedData(
  plan: Pick<NodeUpgradePlan, 'strategy' | 'data_change' | 'from' | 'to' | 'nodes'>,
  {name, version, schema}: SeenNode,
): string | undefined {
  const before = plan.nodes.find((node) => node.name === name)
  // Elsewhere the backup is put back anyhow, or the node is left as it was.
  if (plan.data_change !== 'none' || plan.strategy === 'blue-green') return undefined
  if (before === undefined || version === undefined) return undefined
  const told = schema === undefined || before.schema_version === null ? undefined : schema !== before.schema_version
  if (!(told ?? mayMove(version, plan))) return undefined
  return schema === undefined ? `it ran ${version}` : `it ran ${version} with data of schema ${schema}`
}

function mayMove(version: string, {from, to}: Pick<NodeUpgradePlan, 'from' | 'to'>): boolean {
  if (version === from || version === to) return false
  const [seen, planned] = [exactRelease(version), exactRelease(from)]
  return seen?.major !== planned?.major || seen?.minor !== planned?.minor
}

/** Nodes whose data a way back would replace by their backups; none once it was taken, or there is none. */
export function restorableNodes(plan: NodeUpgradePlan, progress: UpgradeProgress): string[] {
  const {state} = progress
  if (!isOpenState(state) || isBackState(state)) return []
  return backSteps(plan, progress).flatMap(({act, node}) => (act === 'restore_data' ? [node] : []))
}

/** What whoever takes the way back must know before. */
export const toldOfLoss = (nodes: readonly string[]): string[] =>
  nodes.length === 0
    ? []
    : [
        `putting back restores the data of ${nodes.toSorted().join(', ')} from the backups, and loses what was written since`,
      ]

/** What whoever keeps the new release must know at once: of data that the plan changes, and of those it promised to leave. */
export function movedRemarks(plan: NodeUpgradePlan, progress: UpgradeProgress, canRestore: boolean): string[] {
  const {state, moved} = progress
  if (!isOpenState(state) || isBackState(state)) return []
  const planned = restorableNodes(plan, progress).filter((node) => !moved.has(node))
  const names = planned.toSorted().join(', ')
  const told = `The data of ${names} changed, as planned: a rollback puts the backups back, and loses what is written from now on.`
  const back = canRestore
    ? 'a rollback puts its backup back, and loses what is written from now on'
    : 'the adapter has no restore_data, and the release before may not read them: a rollback puts the program back alone'
  return [
    ...(planned.length > 0 ? [told] : []),
    ...[...moved].map(([node, seen]) => `The data of ${node} changed, which was not planned, for ${seen}: ${back}.`),
  ]
}
