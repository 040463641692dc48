import type {RunNews, RunObserver} from '#run/run-observer'

/** An observer that never throws: one that did hears nothing more, and `onFault` is told once. */
export class GuardedObserver implements RunObserver {
  readonly #observer: RunObserver
  readonly #onFault: (words: string) => void
  #isBroken = false

  constructor(observer: RunObserver, onFault: (words: string) => void) {
    this.#observer = observer
    this.#onFault = onFault
  }

  told(news: RunNews): void {
    if (this.#isBroken) return
    try {
      this.#observer.told(news)
    } catch (error) {
      this.#isBroken = true
      this.#onFault(faultText(error))
    }
  }
}

/** What is told of a fault of ours or of a library, in one line. */
export function faultText(error: unknown): string {
  return `telemetry failed inside: ${error instanceof Error ? error.message : String(error)}`
}
