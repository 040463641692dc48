import {AssayError} from '#error/assay-error'
import type {Keyring, OpenKeyring} from '#keyring/keyring'

/** A keyring in memory. `entries`: secrets by service and account; `opened`: how often somebody asked for it. */
export class MemoryKeyring implements Keyring {
  readonly entries: Map<string, string>
  opened = 0

  constructor(entries: Readonly<Record<string, string>> = {}) {
    this.entries = new Map(Object.entries(entries))
  }

  readonly open: OpenKeyring = async () => {
    this.opened++
    return this
  }

  async find(service: string, account: string): Promise<string | undefined> {
    return this.entries.get(`${service}|${account}`)
  }

  async keep(service: string, account: string, secret: string): Promise<void> {
    this.entries.set(`${service}|${account}`, secret)
  }

  async remove(service: string, account: string): Promise<boolean> {
    return this.entries.delete(`${service}|${account}`)
  }

  /** Tokens alone, by `service|account`. */
  tokens(): Record<string, string> {
    return Object.fromEntries([...this.entries].filter(([name]) => !name.includes('| ')))
  }
}

export const noKeyring: OpenKeyring = async () => {
  const fail = async () => {
    throw new AssayError('keyring_unavailable', 'no keyring of this system answers, or it is locked')
  }
  return {find: fail, keep: fail, remove: fail}
}
