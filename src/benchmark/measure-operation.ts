import type {Call, CallFacts} from './call.ts'
import {type Block, measureBlock, type Pace} from './measure-block.ts'
import type {SampleStore} from './sample-store.ts'
import {blockMedianNs, isSettled, type WarmUp, warmUpBlock, warmUpLimit} from './warm-up.ts'

/** So many calls, or as many as begin within `durationNs`, whichever comes first. */
export interface Load {
  readonly iterations: number
  readonly durationNs?: number
  readonly concurrency: number
  readonly warmUp: WarmUp
}

export interface MeasurePorts extends Pace {
  /** Called between blocks, when no call is under way: the place to write what was queued. */
  readonly afterBlock: (phase: 'warmup' | 'measure', calls: readonly CallFacts[]) => Promise<void>
  readonly store: SampleStore
}

/** `cutOff` calls were under way when the signal came; `measuredNs` is the time of the measured blocks alone. */
export interface Measured {
  readonly store: SampleStore
  readonly warmUpCount: number
  readonly warmUpSettled: boolean
  readonly measuredNs: number
  readonly cutOff: number
}

const MOST_CALLS_A_BLOCK = 5000
const LEAST_TURNS_A_BLOCK = 50

/** Warm-up, then the measured calls, in blocks of about a second. An abort ends it with what is finished. */
export async function measureOperation(
  call: Call,
  load: Load,
  ports: MeasurePorts,
  signal: AbortSignal,
): Promise<Measured> {
  const warm = await warmUp(call, load, ports, signal)
  const {concurrency, durationNs = Number.POSITIVE_INFINITY} = load
  const least = LEAST_TURNS_A_BLOCK * concurrency
  let size = least
  let done = 0
  let measuredNs = 0
  let cutOff = warm.cutOff
  while (done < load.iterations && measuredNs < durationNs && !signal.aborted) {
    const count = Math.min(size, load.iterations - done)
    const blockLoad = {concurrency, firstSeq: warm.count + done, count, longestNs: durationNs - measuredNs}
    const block = await measureBlock(call, blockLoad, ports, signal)
    done += block.begun
    cutOff += block.cutOff
    measuredNs += block.endNs - block.startNs
    for (const facts of block.calls) ports.store.add(facts)
    await ports.afterBlock('measure', block.calls)
    size = Math.min(MOST_CALLS_A_BLOCK, Math.max(least, callsASecond(block)))
  }
  return {store: ports.store, warmUpCount: warm.count, warmUpSettled: warm.settled, measuredNs, cutOff}
}

async function warmUp(call: Call, load: Load, ports: MeasurePorts, signal: AbortSignal) {
  const {concurrency} = load
  const {calls: limit, ns: limitNs} = warmUpLimit(load.warmUp, load)
  const size = warmUpBlock(limit, concurrency)
  const startNs = ports.watch()
  const medians: (number | undefined)[] = []
  let count = 0
  let cutOff = 0
  while (count < limit && !signal.aborted && !(load.warmUp === 'auto' && isSettled(medians))) {
    const longestNs = limitNs - (ports.watch() - startNs)
    const block = await measureBlock(
      call,
      {concurrency, firstSeq: count, count: Math.min(size, limit - count), longestNs},
      ports,
      signal,
    )
    if (block.begun === 0) break
    count += block.calls.length
    cutOff += block.cutOff
    medians.push(blockMedianNs(block.calls))
    await ports.afterBlock('warmup', block.calls)
  }
  return {count, settled: isSettled(medians), cutOff}
}

function callsASecond(block: Block): number {
  const ns = block.endNs - block.startNs
  return ns > 0 ? Math.round((block.calls.length * 1e9) / ns) : MOST_CALLS_A_BLOCK
}
