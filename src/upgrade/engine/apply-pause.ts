import {cutText} from '#error/cut-text'
import {fencedNodes, toldOfFence} from '../model/fenced-nodes.ts'
import {standingStill} from '../model/standing-still.ts'
import type {UpgradeWork} from './upgrade-work.ts'

const LONGEST = 500

/** Always false: nothing goes on from here. Whoever reads why is told which nodes stand still, and which take no writes. */
export async function pause({plan, ledger}: Pick<UpgradeWork, 'plan' | 'ledger'>, reason: string): Promise<false> {
  const progress = ledger.progress()
  const still = standingStill(plan, progress)
  const stopped = still.length === 0 ? [] : [`${still.join(', ')} not started`]
  const told = [...stopped, ...toldOfFence(fencedNodes(plan, progress)), reason].join('; ')
  await ledger.append({kind: 'state', state: 'paused', reason: cutText(told, LONGEST)})
  return false
}
