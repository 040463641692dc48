import type {HandAct, HandOrder} from '../model/hands.ts'
import {backupFile} from '../site/upgrade-places.ts'
import {type ActEnd, bad, GOOD, type UpgradeWork} from './upgrade-work.ts'

/** An act of the hands as a step. */
export function hand(act: HandAct) {
  return async (work: UpgradeWork, node: string, signal: AbortSignal): Promise<ActEnd> => {
    const {isGood, detail} = await work.hands.act(handOrder(work, act, node), signal)
    return isGood ? {...GOOD, detail} : bad(detail)
  }
}

/** An act of the hands with what it works on. */
export function handOrder({plan, folder}: Pick<UpgradeWork, 'plan' | 'folder'>, act: HandAct, node: string): HandOrder {
  const {from, to, release} = plan
  return {act, node, from, to, release, file: backupFile(folder, node)}
}

/** Keeps writes out of a node, or lets them in again; said twice it is as said once. */
export async function applyFence(
  {sight}: UpgradeWork,
  node: string,
  enabled: boolean,
  signal: AbortSignal,
): Promise<ActEnd> {
  const body = {enabled, writes_only: enabled}
  const reply = await sight.tell(node, {method: 'PUT', path: '/api/admin/maintenance', body}, signal)
  if (reply?.status === 200) return GOOD
  return bad(reply === undefined ? 'no answer' : `the node answered ${reply.status}`)
}
