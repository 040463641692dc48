/** The end of one attempt that comes from outside. Whoever waits is told at once, without an event: only the signal of the provider needs one. */
export class AttemptLimit {
  readonly #control = new AbortController()
  #fail: ((reason: unknown) => void) | undefined

  get signal(): AbortSignal {
    return this.#control.signal
  }

  end(reason: unknown): void {
    this.#fail?.(reason)
    this.#control.abort(reason)
  }

  /** The answer, or the reason of the end when that comes first; an answer after that is thrown away. */
  within<T>(run: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
    return new Promise((done, fail) => {
      if (this.signal.aborted) return fail(this.signal.reason)
      this.#fail = fail
      Promise.try(run, this.signal).then(done, fail)
    })
  }
}
