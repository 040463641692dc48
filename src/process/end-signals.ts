const NAMES = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What asks a program for its end. A terminal that goes away asks as SIGTERM does. */
export type EndSignal = 'SIGINT' | 'SIGTERM'

/**
 * Calls `take` for each signal of `names` that reaches this process, or the one that handed over to it. One that reaches both, as a terminal
 * sends it, is one. `wasHandedOver`: whether another process of ours stands between this one and whoever started it.
 */
export class EndSignals implements Disposable {
  readonly #names: readonly NodeJS.Signals[]
  readonly #take: (signal: EndSignal) => void
  readonly #relay: Relay
  readonly #counts = {own: 0, relayed: 0}

  constructor(names: readonly NodeJS.Signals[], wasHandedOver: boolean, take: (signal: EndSignal) => void) {
    this.#names = names
    this.#take = take
    for (const name of names) process.on(name, this.#hear)
    this.#relay = new Relay(wasHandedOver, (name) => this.#count('relayed', name))
  }

  [Symbol.dispose](): void {
    for (const name of this.#names) process.off(name, this.#hear)
    this.#relay[Symbol.dispose]()
  }

  readonly #hear = (name: NodeJS.Signals): void => this.#count('own', name)

  #count(way: 'own' | 'relayed', name: NodeJS.Signals): void {
    const before = Math.max(this.#counts.own, this.#counts.relayed)
    this.#counts[way]++
    if (Math.max(this.#counts.own, this.#counts.relayed) === before) return
    this.#take(name === 'SIGINT' ? 'SIGINT' : 'SIGTERM')
  }
}

/** Hears of signals that reached the process which handed over to this one; where none did, of nothing. */
class Relay implements Disposable {
  readonly #tell: (name: (typeof NAMES)[number]) => void

  constructor(wasHandedOver: boolean, tell: (name: (typeof NAMES)[number]) => void) {
    this.#tell = tell
    if (!wasHandedOver || process.send === undefined) return
    process.on('message', this.#hear)
    // The line alone keeps no process alive.
    process.channel?.unref()
    process.send({assay: 'counts interrupts'}, () => {})
  }

  [Symbol.dispose](): void {
    process.off('message', this.#hear)
  }

  readonly #hear = (message: unknown): void => {
    const told = (message as {readonly assay?: unknown} | null)?.assay
    const name = NAMES.find((one) => one === told)
    if (name !== undefined) this.#tell(name)
  }
}
