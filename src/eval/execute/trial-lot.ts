import type {TrialOrder, TrialReply} from '../kit/trial-order.ts'

type Tried = Extract<TrialReply, {kind: 'tried'}>

/** What a pool tells while it works. Replies come in any order; `at` is the place of the order in the list. */
export interface PoolListener {
  take(at: number, reply: Tried): void
  /** Turns false when nothing more may be begun. */
  mayGoOn(): boolean
  /** Whether the lowest order that is left goes first, since later ones may turn out not to be needed. */
  readonly inOrder?: boolean
}

/** Orders of one list as threads work them off. Nobody need listen yet: what comes of orders that were begun ahead is kept until somebody does. */
export class TrialLot {
  readonly orders: readonly TrialOrder[]
  readonly #queues: number[][]
  readonly #early: {readonly at: number; readonly reply: Tried}[] = []
  #listener: PoolListener | undefined
  #underWay = 0

  /** In order there is one queue. Else every thread has its own share, the same one for every cell: it has prepared these scenes before. */
  constructor(orders: readonly TrialOrder[], size: number) {
    this.orders = orders
    this.#queues = Array.from({length: size}, () => [])
    for (let at = 0; at < orders.length; at++) this.#queues[at % size]?.push(at)
  }

  /** Whether one order a thread is enough to have under way: what the next would be may still change. */
  get inOrder(): boolean {
    return this.#listener?.inOrder ?? false
  }

  get isDone(): boolean {
    return this.#underWay === 0 && (!this.#mayGoOn() || this.#queues.every((queue) => queue.length === 0))
  }

  /** From now on somebody hears what comes of it, first what has come already. */
  listen(listener: PoolListener): void {
    this.#listener = listener
    for (const {at, reply} of this.#early.splice(0)) listener.take(at, reply)
  }

  /** The next of a thread's own share, which is under way from now on. */
  nextOwn(thread: number): number | undefined {
    return this.#begin(() => this.#queues[thread % this.#queues.length]?.shift())
  }

  /** The last of the longest share, for a thread whose own are done. */
  nextOfOthers(): number | undefined {
    return this.#begin(() => this.#queues.toSorted((one, other) => other.length - one.length)[0]?.pop())
  }

  settle(at: number, reply: Tried): void {
    this.#underWay--
    if (this.#listener) this.#listener.take(at, reply)
    else this.#early.push({at, reply})
  }

  #begin(next: () => number | undefined): number | undefined {
    const at = this.#mayGoOn() ? next() : undefined
    if (at !== undefined) this.#underWay++
    return at
  }

  #mayGoOn(): boolean {
    return this.#listener?.mayGoOn() ?? true
  }
}
