/** A place among those that work. Disposed, it is free again. */
export interface GitPlace extends Disposable {
  /** From now on others have it while `isIdle`; `end` is told where too many are lent. */
  mayLend(isIdle: () => boolean, end: () => void): void
  /** It may be idle now: who waits may have it. */
  offer(): void
  /** Settles when who left it may work again: at once where nobody has it, in front of all who have not begun otherwise. */
  back(): Promise<void>
  /** Whether who has it would work and waits for a place. */
  readonly isAwaited: boolean
}

/** One that works, could not for want of bytes, or would again. */
interface Holder {
  readonly who: string
  isIdle: () => boolean
  end: () => void
}

/** One who waits. */
interface Waiting {
  readonly who: string
  readonly enter: () => void
}

/** One who waits to work again. */
interface Returning extends Waiting {
  readonly entered: Promise<void>
}

const nothing = () => undefined

/**
 * Lets so many work at once and so many more wait. Of both nobody has more than half: who takes all the places that one can get, and works long, still
 * leaves as many to the others. Who waits for its caller does not work: it lends its place to whoever wants one. Where too many are lent the one that has
 * been idle longest, of who has the most, is ended for somebody who has fewer.
 */
export class GitSlots {
  readonly #most: number
  readonly #mostOfOne: number
  readonly #mostWaiting: number
  readonly #mostWaitingOfOne: number
  readonly #mostLent: number
  readonly #held = new Set<Holder>()
  /** Those that are idle longest first. */
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

  /** Whether somebody waits who would go on if a place were free, or works in a place that was lent. */
  get isWanted(): boolean {
    if (this.#lent.size > 0 && this.#held.size >= this.#most) return true
    return [...this.#returning.values(), ...this.#waiting].some(({who}) => countOf(this.#held, who) < this.#mostOfOne)
  }

  /** Settles with a place, in the order of asking; with nothing where too many wait already, or who asked does not want it any more. */
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

  /** Whether there is a place for one more of this caller, lent where none is free. One that returns makes room among those that are lent. */
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
    // Who waits for a place is not idle, and a place will come.
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

  /** Whoever may have a place now, those that had one first, then who waits longest. */
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
