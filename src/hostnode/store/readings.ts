import type {NodeStore} from './node-store.ts'

/** Most readings that are cached, since strangers choose what they ask for. */
const MOST_KEPT = 200

/** What was read of a store, by a name for the question: kept until anybody writes to it, this process or another one. Nothing found is not kept. */
export class Readings<T> {
  readonly #store: Pick<NodeStore, 'writesSeen'>
  readonly #kept = new Map<string, T>()
  #writes: number | undefined

  constructor(store: Pick<NodeStore, 'writesSeen'>) {
    this.#store = store
  }

  /** Inside a transaction it is read anew: what is not committed is nobody's yet. */
  of<Found extends T | undefined>(name: string, read: () => Found): T | Found {
    const writes = this.#store.writesSeen()
    if (writes === undefined) return read()
    if (writes !== this.#writes) this.#kept.clear()
    this.#writes = writes
    const kept = this.#kept.get(name)
    if (kept !== undefined) return kept
    const found = read()
    if (found === undefined) return found
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear()
    this.#kept.set(name, found)
    return found
  }
}
