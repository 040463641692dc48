import {EXIT} from '#error/exit'
import {Relay} from './relay.ts'

/** The reason of an abort by the hall. */
export type Interrupt = 'SIGINT' | 'SIGTERM'

/** A terminal that goes away asks for the end as SIGTERM does, and is recorded as such. */
const NAMES = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Turns the first signal that asks for the end into an abort, so that the run is closed and faults are reverted; a second one ends at
 * once, which is told by `onInsisted`. One that reaches both this process and the one that handed over to it is one.
 */
export class Interrupts implements Disposable {
  readonly #controller = new AbortController()
  readonly #relay: Relay
  readonly #onInsisted: () => void
  readonly #counts = {own: 0, relayed: 0}
  #came: Interrupt | undefined

  /** `wasHandedOver`: whether another process of ours stands between this one and whoever started it. */
  constructor(wasHandedOver: boolean, onInsisted: () => void) {
    this.#onInsisted = onInsisted
    for (const name of NAMES) process.on(name, this.#take)
    this.#relay = new Relay(wasHandedOver, (name) => this.#count('relayed', meantBy(name)))
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get came(): Interrupt | undefined {
    return this.#came
  }

  [Symbol.dispose](): void {
    for (const name of NAMES) process.off(name, this.#take)
    this.#relay[Symbol.dispose]()
  }

  readonly #take = (name: NodeJS.Signals): void => this.#count('own', meantBy(name))

  #count(way: 'own' | 'relayed', signal: Interrupt): void {
    const before = Math.max(this.#counts.own, this.#counts.relayed)
    this.#counts[way]++
    if (Math.max(this.#counts.own, this.#counts.relayed) === before) return
    // Nothing else may end the process: here someone insists, and waiting for clean-up is what they do not want.
    if (this.#came) {
      this.#onInsisted()
      process.exit(signal === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted)
    }
    this.#came = signal
    this.#controller.abort(signal)
  }
}

function meantBy(name: NodeJS.Signals): Interrupt {
  return name === 'SIGINT' ? 'SIGINT' : 'SIGTERM'
}
