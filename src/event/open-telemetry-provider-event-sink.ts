import type {ProviderEvent} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {EventSink} from './event-sink.ts'
import type {SpanTracer} from './host-objects.ts'

/** One span an event, with its true start and end, under the span in force. The OpenTelemetry API is loaded by `create` and by nothing else. */
export class OpenTelemetryProviderEventSink implements EventSink {
  readonly #make: (event: Readonly<ProviderEvent>) => void

  private constructor(make: (event: Readonly<ProviderEvent>) => void) {
    this.#make = make
  }

  /** Without a tracer it takes that of the global provider, named `assay`. Rejects where @opentelemetry/api cannot be loaded. */
  static create(options: {readonly tracer?: SpanTracer} = {}): Promise<OpenTelemetryProviderEventSink> {
    return import('./otel-spans.ts').then(({isTracer, spanMaker}) => {
      const {tracer} = options
      if (tracer !== undefined && !isTracer(tracer))
        throw new AssayError('invalid_input', 'tracer is no tracer of OpenTelemetry')
      return new OpenTelemetryProviderEventSink(spanMaker(tracer))
    })
  }

  /** Takes one event; the library calls it. Throws what the given logger, exporter or tracer throws; the library counts that in `lostEvents`. */
  handle(event: Readonly<ProviderEvent>): void {
    this.#make(event)
  }
}
