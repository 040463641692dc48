import type {NodeUpgradePlan} from '#contract/generated/types'
import type {UpgradeProgress} from './upgrade-progress.ts'

/** Nodes that may take no writes since the upgrade fenced them, as far as the ledger knows. What was let in at the new release is kept out again by whatever leads back. */
export function fencedNodes(
  {nodes}: Pick<NodeUpgradePlan, 'nodes'>,
  {state, begun, done}: Pick<UpgradeProgress, 'state' | 'begun' | 'done'>,
): string[] {
  const isBack = state === 'rolling_back' || state === 'rollback_failed'
  const lifted = isBack ? done.back : done.forth
  return nodes
    .map(({name}) => name)
    .filter((name) => begun.forth.has(`fence:${name}`) && !lifted.has(`unfence:${name}`))
}

/** For whoever reads where an upgrade stands; nothing where no node is fenced. */
export const toldOfFence = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`writes are refused at ${names.join(', ')}`]
