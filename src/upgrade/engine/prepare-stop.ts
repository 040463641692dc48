import {elapsedMs} from '#random/clock'
import {sleep} from '#random/timers'
import {hasRoom} from '../model/quorum.ts'
import {leaderOf, type SeenNode} from '../model/seen.ts'
import {standingStill} from '../model/standing-still.ts'
import {stopAdvice} from '../model/stop-advice.ts'
import {type ActEnd, GOOD, LOOK_MS, open, type UpgradeWork} from './upgrade-work.ts'

/** On the way back a node is not kept waiting for longer. */
const ROOM_MS = 60_000

/** Before a validator is stopped: as many others must be in step as the chain needs, and if it leads it gives that up. */
export async function prepareStop(work: UpgradeWork, name: string, signal: AbortSignal): Promise<ActEnd> {
  const {plan, sight, ledger, ports} = work
  const {clock} = ports
  const progress = ledger.progress()
  const isAlone = standingStill(plan, progress).every((one) => one === name)
  const isBegun = progress.begun.forth.has(`stop:${name}`)
  let asked: bigint | undefined
  for (const begun = clock.monotonicNs(); ; await sleep(clock, LOOK_MS, signal)) {
    const seen = await sight.look(signal)
    // A driver before this one stopped it: what it needs is to come up again.
    if (isBegun && isSilent(seen, name)) return GOOD
    const advice = stopAdvice({
      hasRoom: plan.accepts_halt || hasRoom(seen, name),
      leads: isLeading(seen, name, plan.quorum ?? 1),
      isAlone,
      waitedMs: elapsedMs(clock, begun),
      askedMs: asked === undefined ? undefined : elapsedMs(clock, asked),
    })
    if (advice.act === 'stop') return GOOD
    if (advice.act === 'leave') return open(advice.why)
    if (advice.act === 'wait') continue
    asked = clock.monotonicNs()
    await sight.tell(name, {method: 'POST', path: '/api/admin/step-down'}, signal)
  }
}

/** On the way back as well: until there is room for one less. That it does not come is told, and does not keep a node from being put back. */
export async function waitRoom(
  {plan, sight, ports: {clock}}: UpgradeWork,
  name: string,
  signal: AbortSignal,
): Promise<ActEnd> {
  for (const begun = clock.monotonicNs(); elapsedMs(clock, begun) <= ROOM_MS; ) {
    const seen = await sight.look(signal)
    if (plan.accepts_halt || hasRoom(seen, name) || isSilent(seen, name)) return GOOD
    await sleep(clock, LOOK_MS, signal)
  }
  return {state: 'good', detail: 'too many validators were away, and it was put back all the same'}
}

const isSilent = (seen: readonly SeenNode[], name: string): boolean =>
  seen.some((node) => node.name === name && !node.answers)

/** By what most say, else by what it says itself. */
function isLeading(nodes: readonly SeenNode[], name: string, quorum: number): boolean {
  const leader = leaderOf(nodes, quorum)
  return leader === undefined ? nodes.some((node) => node.name === name && node.isLeader === true) : leader === name
}
