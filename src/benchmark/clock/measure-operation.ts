import type {Stream} from '#random/stream'
import type {Block, BlockSize, Pace} from '../model/block.ts'
import {type Call, isSuccess} from '../model/call.ts'
import {isAlone, type Pacing} from '../model/pacing.ts'
import type {Stopwatch} from '../model/stopwatch.ts'
import {blockMedianNs, isSettled, type WarmUp, warmUpBlock, warmUpLimit} from '../model/warm-up.ts'
import {arrivals} from './arrivals.ts'
import {measureBlock} from './measure-block.ts'
import {measureOpenBlock} from './measure-open-block.ts'

/** A number of calls, or as many as begin within `durationNs`, whichever comes first. */
export interface Load {
  readonly iterations: number
  readonly durationNs?: number
  readonly pacing: Pacing
  readonly warmUp: WarmUp
}

export type Phase = 'warmup' | 'measure'

export interface MeasureContext extends Pace {
  /** How long the event loop was not idle so far, in nanoseconds; absent if this is not counted. */
  readonly busy?: Stopwatch
  /** Whether the system counts the time that is spent waiting for a processor; such waits are busy time as well. */
  readonly isWaitCounted?: boolean
  /** Source of the random gaps in the schedule of an open loop. */
  readonly stream: Pick<Stream, 'uniform'>
  /** Called between blocks, when no call is in progress: the place to write what was queued. */
  readonly afterBlock: (phase: Phase, block: Block) => Promise<void>
}

/**
 * `cutOff` calls were under way when the signal came; `measuredNs` is the time of the measured blocks alone, `clientNs` how long its event loop was
 * busy in them (of one caller only while an answer was awaited), null where nobody counts it; without `isWaitCounted` it may have been held up for longer.
 */
export interface MeasuredCalls {
  readonly warmUpCount: number
  readonly warmUpSettled: boolean
  readonly measuredNs: number
  readonly cutOff: number
  readonly clientNs: number | null
  /** Whether `clientNs` leaves out what was done between calls. */
  readonly isWithinExchange: boolean
  readonly isWaitCounted: boolean
}

const MOST_CALLS_A_BLOCK = 5000
const LEAST_TURNS_A_BLOCK = 50
/** Most calls in a block of an open loop. It is interrupted for writing only when it must be: every stop lets its queue run empty. */
const MOST_CALLS_OPEN = 20_000
const LONGEST_OPEN_SECONDS = 30

/** Makes the warm-up calls, then the measured calls, in blocks of about a second, longer in an open loop. An abort returns what is finished. */
export async function measureOperation(
  call: Call,
  load: Load,
  ports: MeasureContext,
  signal: AbortSignal,
): Promise<MeasuredCalls> {
  const measure = pacedBlocks(call, load.pacing, ports, signal)
  const warm = await warmUp(measure, load, ports, signal)
  const {pacing, durationNs = Number.POSITIVE_INFINITY} = load
  let size = firstSize(pacing)
  let done = 0
  let measuredNs = 0
  let cutOff = warm.cutOff
  let clientNs = ports.busy ? 0 : null
  let isWithinExchange = ports.busy !== undefined
  while (done < load.iterations && measuredNs < durationNs && !signal.aborted) {
    const count = Math.min(size, load.iterations - done)
    const before = ports.busy?.() ?? 0
    const block = await measure({firstSeq: warm.count + done, count, longestNs: durationNs - measuredNs})
    const own = clientNsIn(block, pacing)
    isWithinExchange &&= own !== undefined
    if (ports.busy && clientNs !== null) clientNs += own ?? ports.busy() - before
    done += block.begun
    cutOff += block.cutOff
    measuredNs += block.endNs - block.startNs
    demandAsked(block, warm.count === 0 && done === block.begun)
    await ports.afterBlock('measure', block)
    // Fewer calls began than were asked for, so the time is over.
    if (block.begun < count) break
    if (pacing.mode === 'closed') size = Math.min(MOST_CALLS_A_BLOCK, Math.max(firstSize(pacing), callsASecond(block)))
  }
  return {
    warmUpCount: warm.count,
    warmUpSettled: warm.settled,
    measuredNs,
    cutOff,
    clientNs,
    isWithinExchange,
    isWaitCounted: ports.isWaitCounted ?? false,
  }
}

/**
 * Of one caller what was done between its calls held none of them up: only what this process did while an answer was awaited did. Undefined where calls may be
 * under way together, or one does not tell.
 */
function clientNsIn({calls}: Block, pacing: Pacing): number | undefined {
  if (!isAlone(pacing)) return undefined
  let sum = 0
  for (const call of calls) {
    if (isSuccess(call) && call.clientNs === undefined) return undefined
    sum += call.clientNs ?? 0
  }
  return sum
}

/**
 * A request that the caller got wrong says nothing about the provider, however often it is made: the first one ends it. Neither does a translator that reads
 * none of the first answers.
 */
function demandAsked({calls}: Block, isFirst: boolean): void {
  const refusal = calls.find((call) => call.refusal)?.refusal
  if (refusal) throw refusal
  const [unread] = calls.map((call) => call.unread)
  if (isFirst && unread && calls.every((call) => call.unread)) throw unread
}

function firstSize(pacing: Pacing): number {
  if (pacing.mode === 'closed') return LEAST_TURNS_A_BLOCK * pacing.concurrency
  return Math.min(MOST_CALLS_OPEN, Math.ceil(pacing.ratePerSecond * LONGEST_OPEN_SECONDS))
}

type MeasureBlock = (size: BlockSize) => Promise<Block>

function pacedBlocks(call: Call, pacing: Pacing, ports: MeasureContext, signal: AbortSignal): MeasureBlock {
  if (pacing.mode === 'closed') {
    const {concurrency} = pacing
    return (size) => measureBlock(call, {...size, concurrency}, ports, signal)
  }
  const {maxInFlight} = pacing
  const schedule = arrivals(pacing, ports.stream)
  return (size) => measureOpenBlock(call, {...size, arrivals: schedule, maxInFlight}, ports, signal)
}

async function warmUp(measure: MeasureBlock, load: Load, ports: MeasureContext, signal: AbortSignal) {
  const {pacing} = load
  const {calls: limit, ns: limitNs} = warmUpLimit(load.warmUp, load)
  const size = warmUpBlock(limit, pacing.mode === 'closed' ? pacing.concurrency : 1)
  const startNs = ports.watch()
  const medians: (number | undefined)[] = []
  let count = 0
  let cutOff = 0
  while (count < limit && !signal.aborted && !(load.warmUp === 'auto' && isSettled(medians))) {
    const longestNs = limitNs - (ports.watch() - startNs)
    const block = await measure({firstSeq: count, count: Math.min(size, limit - count), longestNs})
    if (block.begun === 0) break
    count += block.calls.length
    cutOff += block.cutOff
    medians.push(blockMedianNs(block.calls))
    demandAsked(block, medians.length === 1)
    await ports.afterBlock('warmup', block)
  }
  return {count, settled: isSettled(medians), cutOff}
}

function callsASecond(block: Block): number {
  const ns = block.endNs - block.startNs
  return ns > 0 ? Math.round((block.calls.length * 1e9) / ns) : MOST_CALLS_A_BLOCK
}
