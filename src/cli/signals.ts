import {EXIT} from '#error/exit'
import {Relay} from './relay.ts'

/** The reason of an abort by the hall. */
export type Interrupt = 'SIGINT' | 'SIGTERM'

/**
 * Turns the first SIGINT or SIGTERM into an abort, so that the run is closed and faults are reverted; a second one ends at once. One that
 * reaches both this process and the one that handed over to it is one.
 */
export class Interrupts implements Disposable {
  readonly #controller = new AbortController()
  readonly #relay: Relay
  readonly #counts = {own: 0, relayed: 0}
  #came: Interrupt | undefined

  /** `wasHandedOver`: whether another process of ours stands between this one and whoever started it. */
  constructor(wasHandedOver: boolean) {
    process.on('SIGINT', this.#take)
    process.on('SIGTERM', this.#take)
    this.#relay = new Relay(wasHandedOver, (name) => this.#count('relayed', name))
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
    this.#relay[Symbol.dispose]()
  }

  readonly #take = (name: NodeJS.Signals): void => this.#count('own', name === 'SIGTERM' ? 'SIGTERM' : 'SIGINT')

  #count(way: 'own' | 'relayed', signal: Interrupt): void {
    const before = Math.max(this.#counts.own, this.#counts.relayed)
    this.#counts[way]++
    if (Math.max(this.#counts.own, this.#counts.relayed) === before) return
    // Nothing else may end the process: here someone insists, and waiting for clean-up is what they do not want.
    if (this.#came) process.exit(signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted)
    this.#came = signal
    this.#controller.abort(signal)
  }
}
