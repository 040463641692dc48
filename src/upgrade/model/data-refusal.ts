import type {NodeUpgradePlan} from '#contract/generated/types'
import type {NodeHands} from './hands.ts'
import {neededActs} from './needed-acts.ts'

/** Why the data of nodes could not be put back where they are, and what to do; undefined where they could, or nobody can tell. */
export function dataRefusal(
  plan: Pick<NodeUpgradePlan, 'nodes' | 'steps' | 'data_change'>,
  {dataElsewhere, isFixed}: Pick<NodeHands, 'dataElsewhere' | 'isFixed'>,
): {readonly message: string; readonly hint: string} | undefined {
  const names = plan.nodes.map(({name}) => name)
  const away = names.filter((name) => dataElsewhere(name) !== undefined)
  if (away.length > 0)
    return {
      message: `data_dir in the configuration of ${away.join(', ')} is not the folder data beside it, of which backups would be made`,
      hint: 'Make data a link to where they are, and leave data_dir out.',
    }
  const fixed = neededActs(plan).includes('restore_data') ? names.filter((name) => isFixed(name)) : []
  if (fixed.length === 0) return undefined
  return {
    message: `the data of ${fixed.join(', ')} are a mount point: a rollback could not put their backup in its place`,
    hint: 'Move the data into a folder on that disk, and make data a link to it.',
  }
}
