import {type Call, type CallFacts, failureOf, isSuccess, SUCCESS} from './call.ts'
import type {Stopwatch} from './stopwatch.ts'

/** How many calls, from which number on, and how many of them at a time. After `longestNs` no call begins any more. */
export interface BlockLoad {
  readonly firstSeq: number
  readonly count: number
  readonly concurrency: number
  readonly longestNs?: number
}

export interface Pace {
  readonly watch: Stopwatch
  /** Called now and then between two calls, with the number of the next: the place to tell progress. */
  readonly onTurn?: (seq: number) => void
}

/** Calls in the order they ended, of `begun`. `cutOff` were still running when the signal came: they are no samples. */
export interface Block {
  readonly calls: readonly CallFacts[]
  readonly begun: number
  readonly startNs: number
  readonly endNs: number
  readonly cutOff: number
}

/** So long may calls follow each other before timers and signals get their turn. */
const TURN_NS = 50_000_000

/**
 * Closed loop: `concurrency` callers, each starting its next call when its last one ended. Between the two readings of a
 * call nothing runs but the call. An abort returns at once with what is finished; a call that never settles cannot hold it.
 */
export async function measureBlock(call: Call, load: BlockLoad, pace: Pace, signal: AbortSignal): Promise<Block> {
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
      const facts = await timeCall(call, next++, watch, signal)
      // What ends by the abort, or after it, says nothing about the provider.
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

async function timeCall(call: Call, seq: number, watch: Stopwatch, signal: AbortSignal): Promise<CallFacts> {
  let failure: {readonly error: unknown} | undefined
  const startNs = watch()
  try {
    await call(seq, signal)
  } catch (error) {
    failure = {error}
  }
  const endNs = watch()
  return {seq, startNs, endNs, ...(failure === undefined ? {outcome: SUCCESS} : failureOf(failure.error))}
}

function turn(): Promise<void> {
  return new Promise((done) => setImmediate(done))
}

function whenAborted(signal: AbortSignal): Disposable & {readonly promise: Promise<void>} {
  const {promise, resolve} = Promise.withResolvers<void>()
  const onAbort = () => resolve()
  if (signal.aborted) resolve()
  signal.addEventListener('abort', onAbort, {once: true})
  return {promise, [Symbol.dispose]: () => signal.removeEventListener('abort', onAbort)}
}
