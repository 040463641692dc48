import type {CallFacts} from '../model/call.ts'
import type {EventFacts} from '../model/event-queue.ts'

/** Number of attempts of each call. Only numbers above one are stored: most of ten million calls have one attempt. */
export class AttemptLog {
  readonly #idOf: (seq: number) => string
  readonly #repeated = new Map<number, number>()
  #heard = false

  constructor(idOf: (seq: number) => string) {
    this.#idOf = idOf
  }

  add(told: EventFacts, calls: readonly CallFacts[]): void {
    this.#heard ||= told.retries !== null
    for (const {seq} of calls) {
      const attempts = told.attempts.get(this.#idOf(seq)) ?? 1
      if (attempts > 1) this.#repeated.set(seq, attempts)
    }
  }

  /** Number of attempts of a call; null if no events were heard, so that nothing is known. */
  of(seq: number): number | null {
    return this.#heard ? (this.#repeated.get(seq) ?? 1) : null
  }
}
