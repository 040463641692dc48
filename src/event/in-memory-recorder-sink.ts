import type {ProviderEvent} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {EventSink} from './event-sink.ts'

/** Keeps the newest `limit` events; older ones make room and are counted in `dropped`. */
export class InMemoryRecorderSink implements EventSink {
  readonly #limit: number
  #events: Readonly<ProviderEvent>[] = []
  #dropped = 0

  /** Throws `out_of_range` for a limit that is no whole number of at least 0. */
  constructor(options: {limit?: number} = {}) {
    const {limit = 10_000} = options
    if (!Number.isInteger(limit) || limit < 0) {
      throw new AssayError('out_of_range', 'the limit of InMemoryRecorderSink must be a whole number of at least 0')
    }
    this.#limit = limit
  }

  /** Takes one event; the library calls it. Never throws. */
  handle(event: Readonly<ProviderEvent>): void {
    this.#events.push(event)
    if (this.#events.length <= this.#limit) return
    this.#events.shift()
    this.#dropped++
  }

  get events(): readonly Readonly<ProviderEvent>[] {
    return this.#events
  }

  get dropped(): number {
    return this.#dropped
  }

  /** Forgets all events. Never throws. */
  clear(): void {
    this.#events = []
    this.#dropped = 0
  }
}
