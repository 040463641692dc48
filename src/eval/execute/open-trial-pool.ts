import type {StartThread, Thread} from '#process/threads'
import type {TrialOrder, TrialReply} from '../kit/trial-order.ts'

/** What a pool tells while it works. Replies come in any order; `at` is the place of the order in the list. */
export interface PoolListener {
  take(at: number, reply: Extract<TrialReply, {kind: 'tried'}>): void
  /** Turns false when nothing more may be begun. */
  mayGoOn(): boolean
  /** Whether the lowest order that is left goes first, since later ones may turn out not to be needed. */
  readonly inOrder?: boolean
}

/** Threads that run trials. A pool that was aborted is done for. */
export interface TrialPool {
  readonly size: number
  /** Settles when every order is answered, or all that were begun when no more may be. Rejects with the reason of an abort, or our bug. */
  run(orders: readonly TrialOrder[], listener: PoolListener, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** A pool of `size` threads, each started at its first order. */
export function openTrialPool(start: StartThread, size: number): TrialPool {
  const seats = Array.from({length: size}, () => new Seat(start))
  const close = async () => {
    await Promise.all(seats.map((seat) => seat.stop()))
  }
  return {
    size,
    close,
    async run(orders, listener, signal) {
      signal.throwIfAborted()
      const queues = queuesOf(orders.length, listener.inOrder ? 1 : size)
      const abort = () => {
        for (const seat of seats) seat.interrupt(signal.reason)
      }
      signal.addEventListener('abort', abort, {once: true})
      try {
        await Promise.all(seats.map((seat, at) => work(seat, at)))
      } catch (error) {
        await close()
        throw error
      } finally {
        signal.removeEventListener('abort', abort)
      }

      async function work(seat: Seat, own: number): Promise<void> {
        for (let at = next(queues, own); at !== undefined && listener.mayGoOn(); at = next(queues, own)) {
          const order = orders[at]
          if (!order) return
          const reply = await seat.ask(order)
          if (reply.kind === 'impossible') throw new Error(`a thread could not run its trial: ${reply.message}`)
          listener.take(at, reply)
        }
      }
    },
  }
}

/** Every thread has its own share, the same one for every cell: it has prepared these scenes before. */
function queuesOf(count: number, size: number): number[][] {
  const queues = Array.from({length: size}, (): number[] => [])
  for (let at = 0; at < count; at++) queues[at % size]?.push(at)
  return queues
}

/** The next of a thread's own share; when that is done, the last of the longest other one. */
function next(queues: readonly number[][], own: number): number | undefined {
  const mine = queues[queues.length === 1 ? 0 : own]?.shift()
  if (mine !== undefined) return mine
  return queues.reduce((longest, queue) => (queue.length > longest.length ? queue : longest), []).pop()
}

type Waiting = {resolve(reply: TrialReply): void; reject(reason: unknown): void}

/** One thread, one order at a time. */
class Seat {
  readonly #start: StartThread
  #thread: Thread | undefined
  #waiting: Waiting | undefined
  #isStopped = false

  constructor(start: StartThread) {
    this.#start = start
  }

  /** After its end nothing is asked: a thread that began then would outlive the pool. */
  ask(order: TrialOrder): Promise<TrialReply> {
    if (this.#isStopped) return Promise.reject(new Error('the pool was closed'))
    const {promise, ...waiting} = Promise.withResolvers<TrialReply>()
    this.#waiting = waiting
    this.#thread ??= this.#start({
      heard: (reply) => this.#settle((one) => one.resolve(reply as TrialReply)),
      failed: (error) => this.interrupt(error),
    })
    this.#thread.say(order)
    return promise
  }

  interrupt(reason: unknown): void {
    this.#settle((one) => one.reject(reason))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    const thread = this.#thread
    this.#thread = undefined
    await thread?.stop()
  }

  #settle(how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting) how(waiting)
  }
}
