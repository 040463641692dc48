const NAMES = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Hears of signals that reached the process which handed over to this one; where none did, of nothing. */
export class Relay implements Disposable {
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
