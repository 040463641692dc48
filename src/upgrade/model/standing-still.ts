import type {NodeUpgradePlan} from '#contract/generated/types'
import type {UpgradeProgress} from './upgrade-progress.ts'

/** Nodes that were stopped and not started again since, as far as the ledger knows. */
export function standingStill(
  {nodes}: Pick<NodeUpgradePlan, 'nodes'>,
  {begun, done}: Pick<UpgradeProgress, 'begun' | 'done'>,
): string[] {
  return nodes
    .map(({name}) => name)
    .filter((name) => begun.forth.has(`stop:${name}`) && !done.forth.has(`start:${name}`))
}
