import type {StartThread, Thread} from '#process/threads'
import type {TrialOrder, TrialReply} from '../kit/trial-order.ts'
import {type PoolListener, TrialLot} from './trial-lot.ts'

/** Threads that run trials. A pool that was aborted is done for. */
export interface TrialPool {
  readonly size: number
  /**
   * Threads that have nothing else to do begin with these orders, in the order of the lists; what comes of them is kept until the same list is run.
   * For lists that are certain to be run.
   */
  workAhead(orders: readonly TrialOrder[]): void
  /** Settles when every order is answered, or all that were begun when no more may be. Rejects with the reason of an abort, or our bug. */
  run(orders: readonly TrialOrder[], listener: PoolListener, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** A pool of `size` threads, each started at its first order. */
export function openTrialPool(start: StartThread, size: number): TrialPool {
  return new ThreadPool(start, size)
}

/** With the next order at hand a thread need not wait until its reply was read. */
const AT_HAND = 2

type Run = PromiseWithResolvers<void> & {readonly lot: TrialLot}

class ThreadPool implements TrialPool {
  readonly #seats: readonly Seat[]
  readonly #lots: TrialLot[] = []
  #run: Run | undefined
  /** Why nothing is asked any more. */
  #end: {readonly reason: unknown} | undefined

  constructor(start: StartThread, size: number) {
    this.#seats = Array.from({length: size}, () => new Seat(start, (reason) => this.#fail(reason)))
  }

  get size(): number {
    return this.#seats.length
  }

  workAhead(orders: readonly TrialOrder[]): void {
    this.#lots.push(new TrialLot(orders, this.size))
    this.#ask()
  }

  async run(orders: readonly TrialOrder[], listener: PoolListener, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#end) throw this.#end.reason
    const lot = this.#lotOf(orders, listener)
    const run = {lot, ...Promise.withResolvers<void>()}
    this.#run = run
    const abort = () => this.#fail(signal.reason)
    signal.addEventListener('abort', abort, {once: true})
    try {
      lot.listen(listener)
      this.#ask()
      await run.promise
    } catch (error) {
      await this.close()
      throw error
    } finally {
      this.#run = undefined
      this.#lots.splice(this.#lots.indexOf(lot), 1)
      signal.removeEventListener('abort', abort)
    }
  }

  async close(): Promise<void> {
    this.#end ??= {reason: new Error('the pool was closed')}
    await Promise.all(this.#seats.map((seat) => seat.stop()))
  }

  /** What is to be run goes before all that was begun ahead. */
  #lotOf(orders: readonly TrialOrder[], {inOrder}: PoolListener): TrialLot {
    const begun = this.#lots.find((lot) => lot.orders === orders)
    if (begun) this.#lots.splice(this.#lots.indexOf(begun), 1)
    const lot = begun ?? new TrialLot(orders, inOrder ? 1 : this.size)
    this.#lots.unshift(lot)
    return lot
  }

  /** Gives every thread what it can have at hand; ends the run when there is nothing more to wait for. */
  #ask(): void {
    if (this.#end) return
    for (let depth = 1; depth <= AT_HAND; depth++) {
      for (const [own, seat] of this.#seats.entries()) if (seat.underWay < depth) this.#askNext(seat, own, depth)
    }
    if (this.#run?.lot.isDone) this.#run.resolve()
  }

  #askNext(seat: Seat, own: number, depth: number): void {
    const lots = this.#lots.filter((lot) => depth === 1 || !lot.inOrder)
    const ways = [(lot: TrialLot) => lot.nextOwn(own), (lot: TrialLot) => lot.nextOfOthers()]
    for (const next of ways) {
      for (const lot of lots) {
        const at = next(lot)
        const order = at === undefined ? undefined : lot.orders[at]
        if (at === undefined || order === undefined) continue
        seat.ask(order, (reply) => this.#answered(lot, at, reply))
        return
      }
    }
  }

  #answered(lot: TrialLot, at: number, reply: TrialReply): void {
    if (this.#end) return
    try {
      if (reply.kind === 'impossible') throw new Error(`a thread could not run its trial: ${reply.message}`)
      lot.settle(at, reply)
      this.#ask()
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(reason: unknown): void {
    this.#end ??= {reason}
    this.#run?.reject(reason)
  }
}

/** One thread, which answers its orders one after the other. */
class Seat {
  readonly #start: StartThread
  readonly #failed: (reason: unknown) => void
  readonly #waiting: ((reply: TrialReply) => void)[] = []
  #thread: Thread | undefined

  constructor(start: StartThread, failed: (reason: unknown) => void) {
    this.#start = start
    this.#failed = failed
  }

  get underWay(): number {
    return this.#waiting.length
  }

  ask(order: TrialOrder, answered: (reply: TrialReply) => void): void {
    this.#waiting.push(answered)
    this.#thread ??= this.#start({
      heard: (reply) => this.#waiting.shift()?.(reply as TrialReply),
      failed: this.#failed,
    })
    this.#thread.say(order)
  }

  async stop(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.stop()
  }
}
