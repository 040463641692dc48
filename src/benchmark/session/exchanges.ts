import type {Witness} from '#provider/model/operation-plan'
import type {Exchange} from '../model/call.ts'
import type {Stopwatch} from '../model/stopwatch.ts'

interface Seen {
  startNs: number
  endNs?: number
  /** Busy time of this process at the start of the exchange; `clientNs` is what was added until the last answer. */
  busyAtNs?: number | undefined
  clientNs?: number
  attempts: number
  ownNs?: number
}

/** Records for each request in progress when it was first handed to its provider, and when the last answer to it arrived. */
export class Exchanges implements Witness {
  readonly #watch: Stopwatch
  readonly #busy: Stopwatch | undefined
  readonly #seen = new Map<string, Seen>()
  #isBusyCounted = false

  /** `busy`: how long this process was busy so far. */
  constructor(watch: Stopwatch, busy?: Stopwatch) {
    this.#watch = watch
    this.#busy = busy
  }

  /** Calls that are under way together share what this process does: it is counted for one caller alone. */
  countBusy(isAlone: boolean): void {
    this.#isBusyCounted = isAlone
  }

  asked(requestId: string): void {
    const {attempts = 0, ...seen} = this.#seen.get(requestId) ?? this.#begun()
    this.#seen.set(requestId, {...seen, attempts: attempts + 1})
  }

  /** What is busy is read outside of the exchange on both sides: reading it takes longer than reading a clock. */
  #begun(): Pick<Seen, 'startNs' | 'busyAtNs'> & {readonly attempts?: number} {
    const busyAtNs = this.#isBusyCounted ? this.#busy?.() : undefined
    return {startNs: this.#watch(), busyAtNs}
  }

  answered(requestId: string): void {
    const endNs = this.#watch()
    const seen = this.#seen.get(requestId)
    if (seen === undefined) return
    seen.endNs = endNs
    if (seen.busyAtNs !== undefined && this.#busy) seen.clientNs = this.#busy() - seen.busyAtNs
  }

  took(requestId: string, ns: number): void {
    const seen = this.#seen.get(requestId)
    if (seen !== undefined) seen.ownNs = ns
  }

  /** Removes and returns the exchange of a finished call; undefined if nobody was asked or no answer came. */
  take(requestId: string): Exchange | undefined {
    const seen = this.#seen.get(requestId)
    this.#seen.delete(requestId)
    if (seen?.endNs === undefined) return undefined
    const {startNs, endNs, attempts, ownNs, clientNs} = seen
    const counted = clientNs === undefined ? {} : {clientNs: Math.max(0, clientNs)}
    // What one attempt of several took says nothing of the waits between them.
    if (attempts === 1 && ownNs !== undefined) return {startNs: Math.max(startNs, endNs - ownNs), endNs, ...counted}
    return {startNs, endNs, ...counted}
  }
}
