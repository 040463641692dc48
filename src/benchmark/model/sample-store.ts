import type {Stream} from '#random/stream'
import {type CallFacts, isSuccess, responseNs, serviceNs} from './call.ts'
import {Histogram} from './histogram.ts'
import {Reservoir} from './reservoir.ts'

/** Most calls that a row keeps in full; above that it keeps a seeded sample of them. */
export const MOST_SAMPLES = 200_000

/**
 * The measured calls of one process of one row: exact counts, sum, least and greatest value, and complete histograms; the calls themselves
 * up to the limit, then a sample.
 */
export class SampleStore {
  readonly #calls: Reservoir<CallFacts>
  readonly #errors = new Map<string, number>()
  /**
   * Times of successful calls from their intended start (`response`) and from their real one (`service`); of failed calls from their
   * intended start.
   */
  readonly response = new Histogram()
  readonly service = new Histogram()
  readonly failed = new Histogram()
  #successes = 0
  #unreachable = 0
  #refused = 0
  #sumNs = 0
  #serviceSumNs = 0
  #leastNs = Number.POSITIVE_INFINITY
  #mostNs = 0

  constructor(stream: Pick<Stream, 'int'>, capacity = MOST_SAMPLES) {
    this.#calls = new Reservoir(capacity, stream)
  }

  add(call: CallFacts): void {
    this.#calls.offer(call)
    if (!isSuccess(call)) {
      if (call.fault === 'unreachable') this.#unreachable++
      if (call.fault === 'refused') this.#refused++
      this.#errors.set(call.outcome, (this.#errors.get(call.outcome) ?? 0) + 1)
      this.failed.add(responseNs(call))
      return
    }
    const ns = responseNs(call)
    this.response.add(ns)
    this.service.add(serviceNs(call))
    this.#serviceSumNs += serviceNs(call)
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

  /** Failed calls that say nothing about the answers: transport, deadline, credentials. */
  get unreachable(): number {
    return this.#unreachable
  }

  /** Calls that a safety rule of Assay did not let out. */
  get refused(): number {
    return this.#refused
  }

  /** Failed calls by error code. */
  get errors(): ReadonlyMap<string, number> {
    return this.#errors
  }

  /** The message of the first kept call of each error code. */
  get messages(): ReadonlyMap<string, string> {
    const told = this.kept.filter(({message}) => message !== undefined && message !== '')
    return new Map(told.map(({outcome, message = ''}) => [outcome, message]))
  }

  /** Response times, exact over all successful calls, in nanoseconds; `undefined` without one. */
  get extremesNs(): {readonly least: number; readonly most: number} | undefined {
    return this.#successes === 0 ? undefined : {least: this.#leastNs, most: this.#mostNs}
  }

  /** Exact over all successful calls. */
  get sumsNs(): {readonly response: number; readonly service: number} {
    return {response: this.#sumNs, service: this.#serviceSumNs}
  }

  get kept(): readonly CallFacts[] {
    return this.#calls.kept
  }

  get isSampled(): boolean {
    return this.#calls.offered > this.#calls.kept.length
  }
}
