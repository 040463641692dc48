import {pino} from 'pino'
import type {ProviderEvent} from '#contract/generated/types'
import type {EventSink} from './event-sink.ts'

const STDERR = 2

/** One structured log record an event, written before the call goes on. Standard error unless another logger is given. */
export class JsonLoggerSink implements EventSink {
  readonly #logger: pino.Logger
  readonly #level: 'debug' | 'info' | 'warn'
  readonly #extraFields: Readonly<Record<string, unknown>>

  constructor(
    options: {
      logger?: pino.Logger
      level?: 'debug' | 'info' | 'warn'
      extraFields?: Readonly<Record<string, unknown>>
    } = {},
  ) {
    // Without `base: null` pino writes process id and host name into every line.
    this.#logger = options.logger ?? pino({base: null, level: 'debug'}, pino.destination({dest: STDERR, sync: true}))
    this.#level = options.level ?? 'info'
    this.#extraFields = options.extraFields ?? {}
  }

  handle(event: Readonly<ProviderEvent>): void {
    this.#logger[this.#level]({...this.#extraFields, event_type: 'provider_event', ...event})
  }
}
