import {elapsedMs} from '#random/clock'
import {sleep} from '#random/timers'
import type {SeenNode} from '../model/seen.ts'
import {hand} from './apply-hands.ts'
import {type ActEnd, bad, GOOD, LOOK_MS, type UpgradeWork} from './upgrade-work.ts'
import {whoseProcess} from './wait-node.ts'

/** A stop may be told before the last request is answered. */
const SILENT_MS = 15_000

/** Stops a node, and believes it when nobody serves at its address any more: what is done next is done to data that nobody may write to. */
export async function applyStop(work: UpgradeWork, node: string, signal: AbortSignal): Promise<ActEnd> {
  const {sight, ports} = work
  const {clock} = ports
  const end = await hand('stop')(work, node, signal)
  if (end.state !== 'good') return end
  for (const begun = clock.monotonicNs(); elapsedMs(clock, begun) <= SILENT_MS; await sleep(clock, LOOK_MS, signal))
    if (!isServing(node, await sight.look(signal))) return GOOD
  return bad(
    'its stop was told as done, and it still serves at its address: another process than the one that was stopped',
  )
}

/** What stands before a node may answer for it that it is away. */
function isServing(name: string, seen: readonly SeenNode[]): boolean {
  const node = seen.find((one) => one.name === name)
  if (node === undefined || !node.answers || whoseProcess(seen, node) !== undefined) return false
  return node.ready || node.instance !== undefined
}
