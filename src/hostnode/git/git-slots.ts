/** A place to work. Disposing it frees it. */
export interface GitPlace extends Disposable {
  /** From now on the place is lent to others while `isIdle` returns true; `end` is called if it has to be ended because too many are lent. */
  mayLend(isIdle: () => boolean, end: () => void): void
  /** Tells that the holder may be idle now, so that a waiting caller may get the place. */
  offer(): void
  /** Settles when the holder may work again: at once if the place is not lent, and before any caller that has not begun otherwise. */
  back(): Promise<void>
  /** Whether the holder is waiting to work again. */
  readonly isAwaited: boolean
}

/** A holder of a place: working, idle for lack of bytes, or waiting to work again. */
interface Holder {
  readonly who: string
  isIdle: () => boolean
  end: () => void
}

/** A caller that waits for a place. */
interface Waiting {
  readonly who: string
  readonly enter: () => void
}

/** A holder that waits to work again. */
interface Returning extends Waiting {
  readonly entered: Promise<void>
}

const nothing = () => undefined

/**
 * Limits how many callers work and wait at once. No caller gets more than half of either: one that takes all it can get, and works long,
 * leaves as much to the others. A holder that waits for bytes of its caller is idle and lends its place to another. If too many places are
 * lent, the holder idle longest, of the caller with the most lent ones, is ended in favour of a caller with fewer.
 */
export class GitSlots {
  readonly #most: number
  readonly #mostOfOne: number
  readonly #mostWaiting: number
  readonly #mostWaitingOfOne: number
  readonly #mostLent: number
  readonly #held = new Set<Holder>()
  /** Holders that lent their place, those idle longest first. */
  readonly #lent = new Set<Holder>()
  readonly #returning = new Map<Holder, Returning>()
  readonly #waiting = new Set<Waiting>()

  constructor(most: number, mostWaiting: number, mostLent: number) {
    this.#most = most
    this.#mostOfOne = Math.ceil(most / 2)
    this.#mostWaiting = mostWaiting
    this.#mostWaitingOfOne = Math.ceil(mostWaiting / 2)
    this.#mostLent = mostLent
  }

  /** Whether somebody waits who could go on if a place were free, or works in a lent place. */
  get isWanted(): boolean {
    if (this.#lent.size > 0 && this.#held.size >= this.#most) return true
    return [...this.#returning.values(), ...this.#waiting].some(({who}) => countOf(this.#held, who) < this.#mostOfOne)
  }

  /** Settles with a place, in order of asking; with undefined if too many wait already, or if the caller gives up. */
  take(who: string, signal: AbortSignal): Promise<GitPlace | undefined> {
    if (signal.aborted) return Promise.resolve(undefined)
    if (this.#makeRoom(who)) return Promise.resolve(this.#place(who))
    if (this.#waiting.size >= this.#mostWaiting || countOf(this.#waiting, who) >= this.#mostWaitingOfOne)
      return Promise.resolve(undefined)
    return new Promise((done) => {
      const waiting: Waiting = {
        who,
        enter: () => {
          signal.removeEventListener('abort', leave)
          this.#waiting.delete(waiting)
          done(this.#place(who))
        },
      }
      const leave = () => {
        this.#waiting.delete(waiting)
        done(undefined)
      }
      signal.addEventListener('abort', leave, {once: true})
      this.#waiting.add(waiting)
    })
  }

  /**
   * Makes room for one more of this caller, by lending if no place is free, and returns whether it did. A returning holder leaves the lent ones
   * and so makes room there.
   */
  #makeRoom(who: string, returns = 0): boolean {
    const hasHalf = countOf(this.#held, who) >= this.#mostOfOne
    if (!hasHalf && this.#held.size < this.#most) return true
    const idle = this.#held.values().find((one) => (!hasHalf || one.who === who) && one.isIdle())
    if (idle === undefined) return false
    const ended = this.#lent.size - returns < this.#mostLent ? undefined : this.#oneTooMany(who, idle)
    if (ended === 'none') return false
    this.#held.delete(idle)
    this.#lent.add(idle)
    if (ended !== undefined) {
      this.#lent.delete(ended)
      ended.end()
    }
    return true
  }

  #oneTooMany(who: string, idle: Holder): Holder | 'none' {
    // A holder that waits to work again is not idle, and will get a place.
    const some = [...this.#lent, idle].filter((one) => !this.#returning.has(one))
    const most = Math.max(...some.map((one) => countOf(some, one.who)))
    if (countOf(some, who) >= most) return 'none'
    return some.find((one) => countOf(some, one.who) === most) ?? 'none'
  }

  #place(who: string): GitPlace {
    const holder: Holder = {who, isIdle: () => false, end: nothing}
    this.#held.add(holder)
    const isAwaited = () => this.#returning.has(holder)
    return {
      mayLend: (isIdle, end) => {
        Object.assign(holder, {isIdle, end})
        this.#letIn()
      },
      offer: () => this.#letIn(),
      back: () => this.#back(holder),
      get isAwaited() {
        return isAwaited()
      },
      [Symbol.dispose]: () => {
        this.#returning.get(holder)?.enter()
        this.#held.delete(holder)
        this.#lent.delete(holder)
        this.#letIn()
      },
    }
  }

  #back(holder: Holder): Promise<void> {
    const returning = this.#returning.get(holder)
    if (returning !== undefined) return returning.entered
    if (!this.#lent.has(holder)) return Promise.resolve()
    const {promise: entered, resolve} = Promise.withResolvers<void>()
    const enter = () => {
      this.#returning.delete(holder)
      this.#lent.delete(holder)
      this.#held.add(holder)
      resolve()
    }
    if (this.#makeRoom(holder.who, 1)) enter()
    else this.#returning.set(holder, {who: holder.who, enter, entered})
    return entered
  }

  /** Lets in all that may have a place now: returning holders first, then callers in order of waiting. */
  #letIn(): void {
    for (const {who, enter} of [...this.#returning.values()]) if (this.#makeRoom(who, 1)) enter()
    for (const {who, enter} of [...this.#waiting]) if (this.#makeRoom(who)) enter()
  }
}

function countOf(some: Iterable<{readonly who: string}>, who: string): number {
  let count = 0
  for (const one of some) if (one.who === who) count++
  return count
}
