/** One who waits. */
interface Waiting {
  readonly who: string
  readonly enter: (place: Disposable) => void
}

/**
 * Lets so many work at once and so many more wait. Of both nobody has more than half: who takes all the places that one can get, and is slow, still
 * leaves as many to the others.
 */
export class GitSlots {
  #free: number
  readonly #mostOfOne: number
  readonly #mostWaiting: number
  readonly #mostWaitingOfOne: number
  readonly #held = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()

  constructor(most: number, mostWaiting: number) {
    this.#free = most
    this.#mostOfOne = Math.ceil(most / 2)
    this.#mostWaiting = mostWaiting
    this.#mostWaitingOfOne = Math.ceil(mostWaiting / 2)
  }

  /** Whether somebody waits who would go on if a place were free. */
  get isWanted(): boolean {
    return this.#waiting.values().some(({who}) => this.#mayWork(who))
  }

  /** Settles with a place, in the order of asking; with nothing where too many wait already, or who asked does not want it any more. Disposed, it is free again. */
  take(who: string, signal: AbortSignal): Promise<Disposable | undefined> {
    if (signal.aborted) return Promise.resolve(undefined)
    if (this.#free > 0 && this.#mayWork(who)) return Promise.resolve(this.#place(who))
    const ofOne = this.#waiting.values().filter((one) => one.who === who)
    if (this.#waiting.size >= this.#mostWaiting || [...ofOne].length >= this.#mostWaitingOfOne)
      return Promise.resolve(undefined)
    return new Promise((done) => {
      const waiting: Waiting = {
        who,
        enter: (place) => {
          signal.removeEventListener('abort', leave)
          done(place)
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

  #mayWork(who: string): boolean {
    return (this.#held.get(who) ?? 0) < this.#mostOfOne
  }

  #place(who: string): Disposable {
    this.#free--
    this.#held.set(who, (this.#held.get(who) ?? 0) + 1)
    let isHeld = true
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return
        isHeld = false
        this.#leave(who)
      },
    }
  }

  /** To who waits longest of those that may have one. */
  #leave(who: string): void {
    const left = (this.#held.get(who) ?? 0) - 1
    if (left > 0) this.#held.set(who, left)
    else this.#held.delete(who)
    this.#free++
    const next = this.#waiting.values().find((one) => this.#mayWork(one.who))
    if (next === undefined) return
    this.#waiting.delete(next)
    next.enter(this.#place(next.who))
  }
}
