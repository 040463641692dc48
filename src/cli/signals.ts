import {EXIT} from '#error/exit'

/** The reason of an abort by the hall. */
export type Interrupt = 'SIGINT' | 'SIGTERM'

/** Turns the first SIGINT or SIGTERM into an abort, so that the run is closed and faults are reverted; a second one ends at once. */
export class Interrupts implements Disposable {
  readonly #controller = new AbortController()
  #came: Interrupt | undefined

  constructor() {
    process.on('SIGINT', this.#take)
    process.on('SIGTERM', this.#take)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get came(): Interrupt | undefined {
    return this.#came
  }

  [Symbol.dispose](): void {
    process.off('SIGINT', this.#take)
    process.off('SIGTERM', this.#take)
  }

  readonly #take = (name: NodeJS.Signals): void => {
    const signal = name === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'
    // Nothing else may end the process: here someone insists, and waiting for clean-up is what they do not want.
    if (this.#came) process.exit(signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted)
    this.#came = signal
    this.#controller.abort(signal)
  }
}
