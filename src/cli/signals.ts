import {EXIT, type ExitCode} from '#error/exit'
import {type EndSignal, EndSignals} from '#process/end-signals'

/** The reason of an abort by the hall. */
export type Interrupt = EndSignal

/**
 * Turns the first signal that asks for the end into an abort, so that the run is closed and faults are reverted; a second one ends at
 * once, which is told by `onInsisted`; it may know a worse exit than that of the signal.
 */
export class Interrupts implements Disposable {
  readonly #controller = new AbortController()
  readonly #signals: EndSignals
  readonly #onInsisted: () => ExitCode | undefined
  #came: Interrupt | undefined

  constructor(wasHandedOver: boolean, onInsisted: () => ExitCode | undefined) {
    this.#onInsisted = onInsisted
    this.#signals = new EndSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], wasHandedOver, this.#take)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get came(): Interrupt | undefined {
    return this.#came
  }

  [Symbol.dispose](): void {
    this.#signals[Symbol.dispose]()
  }

  readonly #take = (signal: Interrupt): void => {
    // Nothing else may end the process: here someone insists, and waiting for clean-up is what they do not want.
    if (this.#came) {
      process.exit(this.#onInsisted() ?? (signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted))
    }
    this.#came = signal
    this.#controller.abort(signal)
  }
}
