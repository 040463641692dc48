import {type BackStep, backSteps} from '../model/back-steps.ts'
import {hand} from './apply-hands.ts'
import type {UpgradeWork} from './upgrade-work.ts'

/** What puts everything back with these hands. An adapter need not know how to restore data that its plan leaves as they are. */
export function backStepsOf({plan, ledger, hands}: UpgradeWork): BackStep[] {
  const isAble = plan.data_change !== 'none' || hands.can.has('restore_data')
  return backSteps(plan, ledger.progress()).filter(({act}) => isAble || act !== 'restore_data')
}

/**
 * Nodes whose data the way back would take from a backup that is not whole, each with what is wrong. Only looks: it is asked while everything runs, and at the
 * nodes first, for which of them need their backup is seen there as well.
 */
export async function checkBackups(work: UpgradeWork, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  await work.sight.look(signal)
  const {done} = work.ledger.progress()
  const restoring = backStepsOf(work).filter(({act, id}) => act === 'restore_data' && !done.back.has(id))
  const damaged = new Map<string, string>()
  for (const {node} of restoring) {
    const {state, detail} = await hand('backup_verify')(work, node, signal)
    if (state !== 'good') damaged.set(node, detail)
  }
  return damaged
}
