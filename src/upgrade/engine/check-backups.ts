import {type BackStep, backSteps} from '../model/back-steps.ts'
import {type BackupFault, RoomsTaken} from '../model/backup-fault.ts'
import {handOrder} from './apply-hands.ts'
import type {UpgradeWork} from './upgrade-work.ts'

/** What is needed to know the way back, and to look at what it needs. */
export type WayBack = Pick<UpgradeWork, 'id' | 'plan' | 'folder' | 'setting' | 'hands' | 'sight' | 'ledger'>

/** What puts everything back with these hands. An adapter need not know how to restore data that its plan leaves as they are. */
export function backStepsOf({plan, ledger, hands}: Pick<UpgradeWork, 'plan' | 'ledger' | 'hands'>): BackStep[] {
  const isAble = plan.data_change !== 'none' || hands.can.has('restore_data')
  return backSteps(plan, ledger.progress()).filter(({act}) => isAble || act !== 'restore_data')
}

/**
 * Nodes whose data the way back could not put back, each with why: a backup that is not whole or cannot be looked at, or no room for it. Only looks: it is asked
 * while everything runs, and at the nodes first, for which of them need their backup is seen there as well.
 */
export async function checkBackups(work: WayBack, signal: AbortSignal): Promise<ReadonlyMap<string, BackupFault>> {
  await work.sight.look(signal)
  const {done} = work.ledger.progress()
  const restoring = backStepsOf(work).filter(({act, id}) => act === 'restore_data' && !done.back.has(id))
  const faults = new Map<string, BackupFault>()
  const rooms = new RoomsTaken()
  for (const {node} of restoring) {
    const order = handOrder(work, 'backup_verify', node)
    const {isGood, isDamaged, detail} = await work.hands.act(order, signal)
    // What a backup says of its size is believed of a whole one.
    const room = isGood ? work.hands.roomFor(order) : undefined
    const fault: BackupFault | undefined = isGood
      ? room && rooms.faultOf(room)
      : {kind: isDamaged ? 'damaged' : 'unseen', detail}
    if (fault !== undefined) faults.set(node, fault)
  }
  return faults
}
