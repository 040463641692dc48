/**
 * Functions of the caller that are only told something. The first one that throws ends the work as an abort does, so that its run is closed,
 * and nobody is told any more; `demandNone` then throws what it threw: the mistake is the caller's, and so is the error.
 */
export class Listeners {
  readonly #stop: () => void
  #fault: {readonly thrown: unknown} | undefined

  constructor(stop: () => void) {
    this.#stop = stop
  }

  /** The function as the work may call it: it never throws. One that is asynchronous counts once it rejects. */
  guard<Told>(listen: (told: Told) => unknown): (told: Told) => void {
    return (told) => {
      if (this.#fault !== undefined) return
      try {
        const answer = listen(told)
        if (answer instanceof Promise) answer.catch(this.#take)
      } catch (error) {
        this.#take(error)
      }
    }
  }

  /** Throws what a listener threw. */
  demandNone(): void {
    if (this.#fault !== undefined) throw this.#fault.thrown
  }

  readonly #take = (thrown: unknown): void => {
    this.#fault ??= {thrown}
    this.#stop()
  }
}
