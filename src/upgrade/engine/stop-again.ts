import {judgeSteadiness} from '#host/judge/judge-steadiness'
import {isOnlyStopped} from '../model/upgrade-progress.ts'
import {hand} from './apply-hands.ts'
import {applyStop} from './apply-stop.ts'
import {type ActEnd, GOOD, type UpgradeWork} from './upgrade-work.ts'

/**
 * Stops a node on the way back. One whose stop ended nothing, then as now, and of which nothing else was touched, is what it was: there is nothing to be done to
 * its data, and what follows proves that it is well.
 */
export async function stopAgain(work: UpgradeWork, node: string, signal: AbortSignal): Promise<ActEnd> {
  const before = work.stopping.get(node)
  const end = await applyStop(work, node, signal)
  const now = work.stopping.get(node)
  if (!end.stays || before === undefined || now === undefined) return end
  const isSame = judgeSteadiness(before, now).status === 'pass'
  if (!isSame || !isOnlyStopped(work.plan, work.ledger.progress(), node)) return end
  work.unstopped.add(node)
  return GOOD
}

/** Starts a node on the way back: not beside a process that never ended, for two would write the same data. */
export async function startBack(work: UpgradeWork, node: string, signal: AbortSignal): Promise<ActEnd> {
  return work.unstopped.has(node) ? GOOD : await hand('start')(work, node, signal)
}
