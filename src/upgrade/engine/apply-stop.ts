import {judgeSteadiness} from '#host/judge/judge-steadiness'
import {elapsedMs} from '#random/clock'
import {sleep} from '#random/timers'
import type {SeenNode} from '../model/seen.ts'
import {isOnlyStopped} from '../model/upgrade-progress.ts'
import {hand} from './apply-hands.ts'
import {type ActEnd, bad, GOOD, LOOK_MS, type UpgradeWork} from './upgrade-work.ts'
import {noteProcess, processOf, servingNode} from './wait-node.ts'

/** A stop may be told before the last request is answered. */
const SILENT_MS = 15_000

interface StopEnd extends ActEnd {
  /** The process serves on that was to be stopped. */
  readonly stays?: boolean
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
    if (last === undefined) return GOOD
  }
  const before = work.stopping.get(node)
  const {status} = judgeSteadiness(before, last === undefined ? NOTHING : processOf(last, work))
  return {...bad(`its stop was told as done, and ${STILL[status] ?? NOT_KNOWN}`), stays: status === 'pass'}
}

const NOTHING = {instance: undefined, startedAtMs: undefined, uptimeSeconds: undefined, atMs: 0}
const NOT_KNOWN = 'it still serves at its address'
/** By whether the process before the stop and the one after it are the same. */
const STILL: Readonly<Record<string, string>> = {
  pass: 'the process that was to be stopped still serves at its address',
  fail: 'it still serves at its address: another process than the one that was stopped',
}

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
