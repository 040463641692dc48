import type {Block, BlockPacing, BlockSize, Pace} from '../model/block.ts'
import {type Call, type CallFacts, isSuccess} from '../model/call.ts'
import {whenAborted} from '../model/when-aborted.ts'
import type {Arrivals} from './arrivals.ts'
import {measureCall} from './measure-call.ts'

export interface OpenLoad extends BlockSize {
  readonly arrivals: Arrivals
  readonly maxInFlight: number
}

/**
 * Open loop: calls are due at the times of the schedule, regardless of the answers, and response times count from there. While
 * `maxInFlight` calls are in progress the next one waits and begins late. Source: G. Tene, How NOT to Measure Latency (coordinated
 * omission).
 */
export async function measureOpenBlock(call: Call, load: OpenLoad, pace: Pace, signal: AbortSignal): Promise<Block> {
  const {watch} = pace
  const flight = new Flight(load.maxInFlight)
  const calls: CallFacts[] = []
  const startNs = watch()
  const originNs = startNs - load.arrivals()
  const lastNs = startNs + (load.longestNs ?? Number.POSITIVE_INFINITY)
  const starts = new Starts(startNs)
  let open = true

  const begin = async (seq: number, intendedNs: number) => {
    const facts = await measureCall(call, {seq, intendedNs}, watch, signal)
    flight.land(facts.endNs)
    // A call that ends by the abort, or after it, says nothing about the provider.
    if (open && (isSuccess(facts) || !signal.aborted)) calls.push(facts)
  }
  const timeAndRoom = async (dueNs: number) => {
    await pace.wait(dueNs)
    // There may be room again by now, but the call counts as held back if there was none when it was due.
    const isHeldBack = flight.isFull || flight.fullUntilNs > dueNs
    if (flight.isFull) await flight.hasRoom()
    return isHeldBack
  }
  const beginAll = async () => {
    let dueNs = startNs
    while (starts.count < load.count && dueNs < lastNs) {
      const isHeldBack = await timeAndRoom(dueNs)
      if (!open || signal.aborted) return
      starts.add(dueNs, watch(), isHeldBack)
      const seq = load.firstSeq + starts.count
      flight.start(begin(seq - 1, dueNs))
      pace.onTurn?.(seq)
      dueNs = originNs + load.arrivals()
    }
    await flight.isEmpty()
  }

  using aborted = whenAborted(signal)
  await Promise.race([beginAll(), aborted.promise])
  open = false
  const begun = starts.count
  return {calls, begun, startNs, endNs: watch(), cutOff: begun - calls.length, pacing: starts.pacing}
}

/** When calls were due and when they began. */
class Starts {
  readonly #firstNs: number
  readonly #lateNs: number[] = []
  #heldBack = 0
  #dueNs: number
  #beganNs: number

  constructor(firstNs: number) {
    this.#firstNs = firstNs
    this.#dueNs = firstNs
    this.#beganNs = firstNs
  }

  add(dueNs: number, beganNs: number, isHeldBack: boolean): void {
    this.#dueNs = dueNs
    this.#beganNs = beganNs
    if (isHeldBack) this.#heldBack++
    else this.#lateNs.push(beganNs - dueNs)
  }

  get count(): number {
    return this.#lateNs.length + this.#heldBack
  }

  get pacing(): BlockPacing {
    const [plannedNs, spanNs] = [this.#dueNs - this.#firstNs, this.#beganNs - this.#firstNs]
    return {lateNs: this.#lateNs, heldBack: this.#heldBack, plannedNs, spanNs}
  }
}

/** The calls in progress. */
class Flight {
  readonly #most: number
  readonly #calls = new Set<Promise<void>>()
  #count = 0
  #onRoom: (() => void) | undefined
  #fullUntilNs = Number.NEGATIVE_INFINITY

  constructor(most: number) {
    this.#most = most
  }

  get isFull(): boolean {
    return this.#count >= this.#most
  }

  /** When the last moment without room ended. */
  get fullUntilNs(): number {
    return this.#fullUntilNs
  }

  start(call: Promise<void>): void {
    this.#count++
    this.#calls.add(call)
    void call.then(() => this.#calls.delete(call))
  }

  land(atNs: number): void {
    if (this.isFull) this.#fullUntilNs = atNs
    this.#count--
    this.#onRoom?.()
    this.#onRoom = undefined
  }

  hasRoom(): Promise<void> {
    return new Promise((done) => {
      if (this.isFull) this.#onRoom = done
      else done()
    })
  }

  async isEmpty(): Promise<void> {
    await Promise.all(this.#calls)
  }
}
