import {backSteps} from '../model/back-steps.ts'
import {hand} from './apply-hands.ts'
import type {UpgradeWork} from './upgrade-work.ts'

/** Nodes whose data the way back would take from a backup that is not whole, each with what is wrong. Only looks: it is asked while everything runs. */
export async function checkBackups(work: UpgradeWork, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const {plan, ledger} = work
  const progress = ledger.progress()
  const restoring = backSteps(plan, progress).filter(
    ({act, id}) => act === 'restore_data' && !progress.done.back.has(id),
  )
  const damaged = new Map<string, string>()
  for (const {node} of restoring) {
    const {state, detail} = await hand('backup_verify')(work, node, signal)
    if (state !== 'good') damaged.set(node, detail)
  }
  return damaged
}
