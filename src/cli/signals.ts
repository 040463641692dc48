import {EXIT, type ExitCode} from '#error/exit'
import {type EndSignal, EndSignals} from '#process/end-signals'
import {systemClock} from '#random/system-clock'
import type {Cancel} from '#random/timers'

/** The reason of an abort by the hall. */
export type Interrupt = EndSignal

/** Most work ends sooner than this after a signal, and needs no word. */
const LONG_MS = 1_000

export interface Answers {
  /** The first signal came a while ago, and what was under way has not ended. */
  readonly onLong: (signal: Interrupt) => void
  /** A second one came: it may know a worse exit than that of the signal. */
  readonly onInsisted: () => ExitCode | undefined
}

/** Turns the first signal that asks for the end into an abort, so that the run is closed and faults are reverted; a second one ends at once. */
export class Interrupts implements Disposable {
  readonly #controller = new AbortController()
  readonly #signals: EndSignals
  readonly #answers: Answers
  #came: Interrupt | undefined
  #stopWaiting: Cancel | undefined

  constructor(wasHandedOver: boolean, answers: Answers) {
    this.#answers = answers
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
    this.#stopWaiting?.()
  }

  readonly #take = (signal: Interrupt): void => {
    // The only place that may end the process directly: the user insists and does not want to wait for clean-up.
    if (this.#came) {
      process.exit(this.#answers.onInsisted() ?? (signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted))
    }
    this.#came = signal
    this.#stopWaiting = systemClock.after(LONG_MS, () => this.#answers.onLong(signal))
    this.#controller.abort(signal)
  }
}
