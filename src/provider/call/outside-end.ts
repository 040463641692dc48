/**
 * The end of an operation, or of one of its attempts, that comes from outside. Whoever waits is told at once and without an event; a signal is made
 * where somebody asks for one, for most of what a call costs a thread beside its wire are signals, their listeners and their events.
 */
export class OutsideEnd {
  readonly #told = new Set<(reason: unknown) => void>()
  #control: AbortController | undefined
  #ended: {readonly reason: unknown} | undefined

  get hasCome(): boolean {
    return this.#ended !== undefined
  }

  get reason(): unknown {
    return this.#ended?.reason
  }

  get signal(): AbortSignal {
    if (this.#control === undefined) {
      this.#control = new AbortController()
      if (this.#ended !== undefined) this.#control.abort(this.#ended.reason)
    }
    return this.#control.signal
  }

  /** The first one counts. */
  end(reason: unknown): void {
    if (this.#ended !== undefined) return
    this.#ended = {reason}
    for (const tell of this.#told) tell(reason)
    this.#told.clear()
    this.#control?.abort(reason)
  }

  /** Is told of an end that is still to come, until the function given back is called. */
  follow(tell: (reason: unknown) => void): () => void {
    this.#told.add(tell)
    return () => this.#told.delete(tell)
  }

  /** The answer, or the reason of the end when that comes first; an answer after that is thrown away. */
  within<T>(run: () => T | Promise<T>): Promise<T> {
    return new Promise((done, fail) => {
      if (this.#ended !== undefined) return fail(this.#ended.reason)
      this.#told.add(fail)
      Promise.try(run).then(done, fail)
    })
  }
}
