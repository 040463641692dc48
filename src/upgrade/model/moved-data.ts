import type {NodeUpgradePlan} from '#contract/generated/types'
import {exactRelease} from '#host/model/version'
import type {SeenNode} from './seen.ts'
import {isOpenState, type UpgradeProgress} from './upgrade-progress.ts'

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

/** What whoever keeps the new release must know at once: the plan promised a way back that loses nothing. */
export function movedRemarks({state, moved}: Pick<UpgradeProgress, 'state' | 'moved'>, canRestore: boolean): string[] {
  if (!isOpenState(state) || state === 'rolling_back' || state === 'rollback_failed') return []
  const back = canRestore
    ? 'a rollback puts its backup back, and loses what is written from now on'
    : 'the adapter has no restore_data, and the release before may not read them: a rollback puts the program back alone'
  return [...moved].map(([node, seen]) => `The data of ${node} changed, which was not planned, for ${seen}: ${back}.`)
}
