import {elapsedMs} from '#random/clock'
import {sleep} from '#random/timers'
import type {Sight} from '../site/open-sight.ts'
import {type ActEnd, bad, GOOD, LOOK_MS, type UpgradeWork} from './upgrade-work.ts'
import {readyMs} from './wait-node.ts'

const IN_A_ROW = 3

/** The work as if the new node were the node; of other strategies as it is. */
export const besideOf = (work: UpgradeWork): UpgradeWork => (work.beside ? {...work, ...work.beside} : work)

/** Before anything is done users must be served by the old node, and nobody may answer where the new one will. */
export async function checkSides({beside, sight}: UpgradeWork, signal: AbortSignal): Promise<ActEnd> {
  if (beside === undefined) return GOOD
  const [blue, green, front] = await Promise.all([sight, beside.sight, beside.front].map((one) => facts(one, signal)))
  if (green?.answers) return bad('somebody answers at green_url before the new node is made')
  return front?.instance !== undefined && front.instance === blue?.instance
    ? GOOD
    : bad('the public address is not served by the node: nothing would show that users were led elsewhere')
}

/** Until the public address is served by the process that answers at the address of the new node. */
export async function waitPublic(work: UpgradeWork, signal: AbortSignal): Promise<ActEnd> {
  const {beside, ports} = work
  const {clock} = ports
  if (beside === undefined) return GOOD
  let right = 0
  for (const begun = clock.monotonicNs(); elapsedMs(clock, begun) <= readyMs(work); ) {
    const [green, front] = await Promise.all([beside.sight, beside.front].map((one) => facts(one, signal)))
    right = green?.instance !== undefined && front?.instance === green.instance ? right + 1 : 0
    if (right === IN_A_ROW) return GOOD
    await sleep(clock, LOOK_MS, signal)
  }
  return bad('the public address is not served by the new node')
}

const facts = async (sight: Sight, signal: AbortSignal) => (await sight.look(signal))[0]
