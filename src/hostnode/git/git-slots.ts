/** Lets so many work at once and so many more wait. */
export class GitSlots {
  #free: number
  readonly #mostWaiting: number
  readonly #waiting = new Set<() => void>()

  constructor(most: number, mostWaiting: number) {
    this.#free = most
    this.#mostWaiting = mostWaiting
  }

  /** Settles with a place, in the order of asking; with nothing where too many wait already, or who asked does not want it any more. Disposed, it is free again. */
  take(signal: AbortSignal): Promise<Disposable | undefined> {
    if (signal.aborted) return Promise.resolve(undefined)
    if (this.#free > 0) {
      this.#free--
      return Promise.resolve(this.#place())
    }
    if (this.#waiting.size >= this.#mostWaiting) return Promise.resolve(undefined)
    return new Promise((done) => {
      const leave = () => {
        this.#waiting.delete(enter)
        done(undefined)
      }
      const enter = () => {
        signal.removeEventListener('abort', leave)
        done(this.#place())
      }
      signal.addEventListener('abort', leave, {once: true})
      this.#waiting.add(enter)
    })
  }

  /** Handed to who waits longest, or kept free. */
  #place(): Disposable {
    let isHeld = true
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return
        isHeld = false
        const [next] = this.#waiting
        if (next === undefined) this.#free++
        else {
          this.#waiting.delete(next)
          next()
        }
      },
    }
  }
}
