import {pino} from 'pino'
import type {ProviderEvent} from '#contract/generated/types'
import {LossWarning} from './compose-event-handlers.ts'
import {EVENT_RECORD} from './event-record.ts'
import type {EventSink} from './event-sink.ts'
import type {RecordLogger} from './host-objects.ts'

const STDERR = 2

/** One structured log record an event, written before the call goes on. Standard error unless another logger is given. */
export class JsonLoggerSink implements EventSink {
  readonly #logger: RecordLogger
  readonly #warning = new LossWarning('JsonLoggerSink')
  #lost = 0
  readonly #level: 'debug' | 'info' | 'warn'
  readonly #extraFields: Readonly<Record<string, unknown>>

  constructor(
    options: {
      logger?: RecordLogger
      level?: 'debug' | 'info' | 'warn'
      extraFields?: Readonly<Record<string, unknown>>
    } = {},
  ) {
    this.#logger = options.logger ?? this.#standardError()
    this.#level = options.level ?? 'info'
    this.#extraFields = options.extraFields ?? {}
  }

  /** Records that standard error did not take. */
  get lost(): number {
    return this.#lost
  }

  /** Takes one event; the library calls it. Throws what the given logger, exporter or tracer throws; the library counts that in `lostEvents`. */
  handle(event: Readonly<ProviderEvent>): void {
    this.#logger[this.#level]({...this.#extraFields, ...EVENT_RECORD, ...event})
  }

  #standardError(): pino.Logger {
    const destination = pino.destination({dest: STDERR, sync: true})
    // A full disk behind standard error would end the host: nobody else listens.
    destination.on('error', (error: unknown) => {
      this.#lost++
      this.#warning.say(error)
    })
    // Without `base: null` pino writes process id and host name into every line.
    return pino({base: null, level: 'debug'}, destination)
  }
}
