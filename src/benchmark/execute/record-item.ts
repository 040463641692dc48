import type {BenchmarkSample} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {EventHandler} from '#event/event-handler'
import {seedStream} from '#random/stream'
import type {LineLog} from '#run/run-recorder'
import {AttemptLog} from '../clock/attempt-log.ts'
import type {Load, Phase} from '../clock/measure-operation.ts'
import {PaceLog} from '../clock/pace-log.ts'
import type {RepeatFacts} from '../judge/row-facts.ts'
import type {Block} from '../model/block.ts'
import type {CallFacts} from '../model/call.ts'
import {eventFacts, type ToldEvents} from '../model/event-queue.ts'
import {FailureLog} from '../model/failure-log.ts'
import type {PlannedItem} from '../model/ledger.ts'
import {MOST_SAMPLES, SampleStore} from '../model/sample-store.ts'
import {requestId, type SessionResult} from '../session/session.ts'

export interface RecordContext {
  readonly samples: LineLog
  readonly eventHandler: EventHandler
}

/** Collects what one process measured of one operation, block by block. */
export class RepeatRecord {
  readonly #place: {readonly item: PlannedItem; readonly repeat: number}
  readonly #context: RecordContext
  readonly #keepsAll: boolean
  readonly #store: SampleStore
  readonly #attempts: AttemptLog
  readonly #pace = new PaceLog()
  readonly #warmUpFailed = new FailureLog()
  readonly #said = new Set<string>()
  #retries: number | null = null

  constructor(place: {readonly item: PlannedItem; readonly repeat: number}, load: Load, context: RecordContext) {
    const {provider, operation} = place.item
    this.#place = place
    this.#context = context
    // Up to the limit every sample is written after its block; above it the kept samples are known only at the end.
    this.#keepsAll = load.iterations <= MOST_SAMPLES
    this.#store = new SampleStore(seedStream(`assay/1|samples|${provider}|${operation}|${place.repeat}`))
    this.#attempts = new AttemptLog((seq) => requestId(provider, operation, place.repeat, seq))
  }

  async add(phase: Phase, block: Block, events: ToldEvents): Promise<void> {
    for (const event of events) void this.#context.eventHandler(event)
    const told = eventFacts(events)
    this.#attempts.add(told, block.calls)
    const calls = block.calls.map((call) => this.#saidOnce(phase, call))
    if (phase === 'measure') {
      if (told.retries !== null) this.#retries = (this.#retries ?? 0) + told.retries
      for (const call of calls) this.#store.add(call)
      this.#pace.add(block)
    }
    if (phase === 'warmup') for (const call of calls) this.#warmUpFailed.add(call)
    if (phase === 'warmup' || this.#keepsAll) this.#write(phase, calls)
    await this.#context.samples.flush()
  }

  end(measured: SessionResult): RepeatFacts {
    if (!this.#keepsAll) this.#write('measure', this.#store.kept)
    if (this.#store.successes + this.#store.failed.count !== this.#store.count) {
      const {provider, operation} = this.#place.item
      throw new AssayError('bug', `the calls of ${provider} ${operation} do not add up`)
    }
    const {repeat} = this.#place
    const [store, pace, warmUpFailed] = [this.#store, this.#pace, this.#warmUpFailed]
    return {repeat, measured, store, warmUpFailed, retries: this.#retries, pace}
  }

  /** Keeps the message of an error only once per phase and code: ten thousand copies would say no more. */
  #saidOnce(phase: Phase, call: CallFacts): CallFacts {
    const {message, ...rest} = call
    const key = `${phase} ${call.outcome}`
    if (message === undefined || this.#said.has(key)) return rest
    this.#said.add(key)
    return call
  }

  #write(phase: Phase, calls: readonly CallFacts[]): void {
    for (const facts of calls) this.#context.samples.append(this.#sampleOf(phase, facts))
  }

  #sampleOf(phase: Phase, facts: CallFacts): BenchmarkSample {
    const {item, repeat} = this.#place
    return {
      seq: facts.seq,
      phase,
      provider: item.provider,
      operation: item.operation,
      repeat,
      intended_ns: facts.intendedNs,
      start_ns: facts.startNs,
      end_ns: facts.endNs,
      outcome: facts.outcome,
      attempts: this.#attempts.of(facts.seq),
      ...(facts.message !== undefined && {message: facts.message}),
    }
  }
}
