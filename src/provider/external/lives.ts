import {codeOf} from '#error/assay-error'
import {ProviderError} from '#error/provider-error'

/** One life of a provider's process. `end` settles when the process has ended, also of one that is ending already. */
export interface Life {
  /** Why it is over; undefined while it goes on. */
  readonly failure: unknown
  end(graceMs: number): Promise<void>
}

/** After the first start, so many more. */
const MOST_RESTARTS = 3
/** What a process gets to end by itself at the end of the run, before it is told by signal. */
const SHUTDOWN_MS = 2_000

/** The lives of one provider's process, one after the other: begun when first needed, and again, a few times, after one has ended. */
export class Lives<T extends Life> {
  readonly #begin: () => T
  readonly #lives: T[] = []

  constructor(begin: () => T) {
    this.#begin = begin
  }

  get isOpen(): boolean {
    const last = this.#lives.at(-1)
    return last !== undefined && last.failure === undefined
  }

  /** Throws once it ended too often: `contract_violation` where the last end was one, else `unreachable`. */
  current(): T {
    const last = this.#lives.at(-1)
    if (last && last.failure === undefined) return last
    if (last && this.#lives.length > MOST_RESTARTS) throw overAndOver(this.#lives.length, last.failure)
    const next = this.#begin()
    this.#lives.push(next)
    return next
  }

  /** Ends the one that is going on, as a process that did its work; whoever asks again begins another. */
  renew(): Promise<void> {
    return this.#lives.pop()?.end(SHUTDOWN_MS) ?? Promise.resolve()
  }

  /** Settles when all of them have ended, those too that were given up earlier. */
  close(): Promise<void> {
    return Promise.all(this.#lives.map((life) => life.end(SHUTDOWN_MS))).then(() => undefined)
  }
}

/** A program that has to be ended for its output each time is wrong, not unreachable. */
function overAndOver(lives: number, failure: unknown): ProviderError {
  const code = codeOf(failure) === 'contract_violation' ? 'contract_violation' : 'unreachable'
  const last = failure instanceof Error ? `, at last since ${failure.message}` : ''
  return new ProviderError(code, `the provider's process ended ${lives} times${last}`, {
    retryable: false,
    cause: failure,
  })
}
