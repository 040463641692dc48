import type {Stream} from '#random/stream'
import {type CallFacts, isSuccess, latencyMs} from './call.ts'
import {Reservoir} from './reservoir.ts'

/** Above so many calls a row keeps a seeded sample of them. */
export const MOST_SAMPLES = 200_000

/** The measured calls of one row: counts, sum, least and greatest exactly; the calls themselves up to the limit, then a sample. */
export class SampleStore {
  readonly #calls: Reservoir<CallFacts>
  readonly #errors = new Map<string, number>()
  #successes = 0
  #unreachable = 0
  #sumNs = 0
  #leastNs = Number.POSITIVE_INFINITY
  #mostNs = 0

  constructor(stream: Pick<Stream, 'int'>, capacity = MOST_SAMPLES) {
    this.#calls = new Reservoir(capacity, stream)
  }

  add(call: CallFacts): void {
    this.#calls.offer(call)
    if (!isSuccess(call)) {
      if (call.fault === 'unreachable') this.#unreachable++
      this.#errors.set(call.outcome, (this.#errors.get(call.outcome) ?? 0) + 1)
      return
    }
    const ns = call.endNs - call.startNs
    this.#successes++
    this.#sumNs += ns
    this.#leastNs = Math.min(this.#leastNs, ns)
    this.#mostNs = Math.max(this.#mostNs, ns)
  }

  get count(): number {
    return this.#calls.offered
  }

  get successes(): number {
    return this.#successes
  }

  /** Failed calls that say nothing of the answers: transport, deadline, credentials. */
  get unreachable(): number {
    return this.#unreachable
  }

  /** Failed calls by error code. */
  get errors(): ReadonlyMap<string, number> {
    return this.#errors
  }

  /** Exact over all successful calls, in milliseconds; `undefined` without one. */
  get latency(): {readonly averageMs: number; readonly minMs: number; readonly maxMs: number} | undefined {
    if (this.#successes === 0) return undefined
    return {averageMs: this.#sumNs / this.#successes / 1e6, minMs: this.#leastNs / 1e6, maxMs: this.#mostNs / 1e6}
  }

  get kept(): readonly CallFacts[] {
    return this.#calls.kept
  }

  get isSampled(): boolean {
    return this.#calls.offered > this.#calls.kept.length
  }

  /** Latencies of the kept successful calls, in milliseconds. */
  latenciesMs(): readonly number[] {
    return this.#calls.kept.filter(isSuccess).map(latencyMs)
  }
}
