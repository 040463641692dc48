import type {Witness} from '#provider/model/operation-plan'
import type {Exchange} from '../model/call.ts'
import type {Stopwatch} from '../model/stopwatch.ts'

interface Seen {
  startNs: number
  endNs?: number
  attempts: number
  ownNs?: number
}

/** When each request under way was first handed to its provider, and when the last answer to it was there. */
export class Exchanges implements Witness {
  readonly #watch: Stopwatch
  readonly #seen = new Map<string, Seen>()

  constructor(watch: Stopwatch) {
    this.#watch = watch
  }

  asked(requestId: string): void {
    const {startNs = this.#watch(), attempts = 0} = this.#seen.get(requestId) ?? {}
    this.#seen.set(requestId, {startNs, attempts: attempts + 1})
  }

  answered(requestId: string): void {
    const endNs = this.#watch()
    const seen = this.#seen.get(requestId)
    if (seen !== undefined) seen.endNs = endNs
  }

  took(requestId: string, ns: number): void {
    const seen = this.#seen.get(requestId)
    if (seen !== undefined) seen.ownNs = ns
  }

  /** Of a call that is over; undefined for one that asked nobody or got no answer. */
  take(requestId: string): Exchange | undefined {
    const seen = this.#seen.get(requestId)
    this.#seen.delete(requestId)
    if (seen?.endNs === undefined) return undefined
    const {startNs, endNs, attempts, ownNs} = seen
    // What one attempt of several took says nothing of the waits between them.
    return {startNs: attempts === 1 && ownNs !== undefined ? Math.max(startNs, endNs - ownNs) : startNs, endNs}
  }
}
