import type {Block, BlockSize, Pace} from '../model/block.ts'
import {type Call, type CallFacts, isSuccess} from '../model/call.ts'
import {turn} from '../model/wait-until.ts'
import {whenAborted} from '../model/when-aborted.ts'
import {measureCall} from './measure-call.ts'

export interface ClosedLoad extends BlockSize {
  readonly concurrency: number
}

/** Longest time that calls follow each other before timers and signals get their turn. */
const TURN_NS = 50_000_000

/**
 * Closed loop: `concurrency` callers, each starting its next call when its last one ended. Only the call itself runs between the two clock
 * readings around it. An abort returns at once with the finished calls; a call that never settles cannot delay it.
 */
export async function measureBlock(
  call: Call,
  load: ClosedLoad,
  pace: Omit<Pace, 'wait'>,
  signal: AbortSignal,
): Promise<Block> {
  const {watch, onTurn} = pace
  const calls: CallFacts[] = []
  const startNs = watch()
  const end = load.firstSeq + load.count
  let next = load.firstSeq
  const lastStartNs = startNs + (load.longestNs ?? Number.POSITIVE_INFINITY)
  let nowNs = startNs
  let turnNs = startNs
  let open = true

  const callOnAndOn = async () => {
    while (next < end && nowNs < lastStartNs && open && !signal.aborted) {
      const facts = await measureCall(call, {seq: next++}, watch, signal)
      // A call that ends by the abort, or after it, says nothing about the provider.
      if (!open || (signal.aborted && !isSuccess(facts))) return
      calls.push(facts)
      nowNs = facts.endNs
      if (nowNs - turnNs < TURN_NS) continue
      onTurn?.(next)
      await turn()
      turnNs = watch()
    }
  }

  using aborted = whenAborted(signal)
  await Promise.race([Promise.all(Array.from({length: load.concurrency}, callOnAndOn)), aborted.promise])
  open = false
  const begun = next - load.firstSeq
  return {calls, begun, startNs, endNs: watch(), cutOff: begun - calls.length}
}
