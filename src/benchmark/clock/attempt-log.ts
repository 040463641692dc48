import type {CallFacts} from '../model/call.ts'
import type {EventFacts} from '../model/event-queue.ts'

/** Attempts by call, of which only those above one are kept: ten million calls are mostly ones. */
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

  /** Null without events. */
  of(seq: number): number | null {
    return this.#heard ? (this.#repeated.get(seq) ?? 1) : null
  }
}
