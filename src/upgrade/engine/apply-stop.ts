import {judgeSteadiness} from '#host/judge/judge-steadiness'
import {elapsedMs} from '#random/clock'
import {sleep} from '#random/timers'
import type {SeenNode} from '../model/seen.ts'
import {hand} from './apply-hands.ts'
import {type ActEnd, bad, LOOK_MS, type UpgradeWork} from './upgrade-work.ts'
import {noteProcess, processOf, servingNode} from './wait-node.ts'

/** A stop may be told before the last request is answered. */
const SILENT_MS = 15_000

interface StopEnd extends ActEnd {
  /** The process serves on that was to be stopped. */
  readonly stays?: boolean
}

/** Stops a node whose turn has come, and tells of one that served no more by then: the new release starts as if it had been well. */
export async function stopInTurn(work: UpgradeWork, node: string, signal: AbortSignal): Promise<StopEnd> {
  const end = await applyStop(work, node, signal)
  // A driver before this one may have stopped it.
  if (end.state !== 'good' || work.isAgain || work.stopping.has(node)) return end
  return {...end, detail: [GONE, ...(end.detail === '' ? [] : [end.detail])].join('; ')}
}

/** Stops a node, and believes it when nobody serves at its address any more: what is done next is done to data that nobody may write to. */
export async function applyStop(work: UpgradeWork, node: string, signal: AbortSignal): Promise<StopEnd> {
  const {sight, ports, plan} = work
  const {clock} = ports
  // Who waited for the room to stop a validator looked at that moment: another look would only make that older.
  if (plan.strategy !== 'validators') noteProcess(work, node, await sight.look(signal))
  const end = await hand('stop')(work, node, signal)
  if (end.state !== 'good') return end
  let last: SeenNode | undefined
  for (const begun = clock.monotonicNs(); elapsedMs(clock, begun) <= SILENT_MS; await sleep(clock, LOOK_MS, signal)) {
    last = servingNode(node, await sight.look(signal))
    if (last === undefined) return end
  }
  const before = work.stopping.get(node)
  const {status} = judgeSteadiness(before, last === undefined ? NOTHING : processOf(last, work))
  return {...bad(`its stop was told as done, and ${STILL[status] ?? NOT_KNOWN}`), stays: status === 'pass'}
}

const GONE = 'it served no more when its turn came, and nothing here had ended it'
const NOTHING = {instance: undefined, startedAtMs: undefined, uptimeSeconds: undefined, atMs: 0}
const NOT_KNOWN = 'it still serves at its address'
/** By whether the process before the stop and the one after it are the same. */
const STILL: Readonly<Record<string, string>> = {
  pass: 'the process that was to be stopped still serves at its address',
  fail: 'it still serves at its address: another process than the one that was stopped',
}
