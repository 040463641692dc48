import {resourceFromAttributes} from '@opentelemetry/resources'
import {MeterProvider, PeriodicExportingMetricReader, type PushMetricExporter} from '@opentelemetry/sdk-metrics'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type {ExportCount} from './export-count.ts'
import type {OtlpSettings, SamplerSetting} from './otlp-settings.ts'

/** Spans of this process, on their way to an exporter. */
export function tracing(settings: OtlpSettings, given: SpanExporter, count: ExportCount) {
  const ids = new NamedIds()
  const exporter: SpanExporter = {
    export: (spans, done) =>
      given.export(spans, (result) => {
        count.answered(spans.length, result.error)
        done(result)
      }),
    shutdown: () => given.shutdown(),
  }
  const batches = new BatchSpanProcessor({exporter, maxQueueSize: settings.mostWaiting, exportTimeoutMillis: 60_000})
  const counted = {
    onStart: () => undefined,
    onEnd: () => count.handed(),
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  }
  const provider = new TracerProvider({
    resource: resourceFromAttributes(settings.resource),
    sampler: samplerOf(settings.sampler),
    idGenerator: ids,
    spanProcessors: [counted, batches],
  })
  return {provider, nameNext: (spanId: string) => ids.nameNext(spanId)}
}

/** Meters of this process, told to an exporter every minute and at the end. */
export function metering(settings: OtlpSettings, given: PushMetricExporter, count: ExportCount): MeterProvider {
  const exporter: PushMetricExporter = Object.create(given, {
    export: {
      value: (...[data, done]: Parameters<PushMetricExporter['export']>) =>
        given.export(data, (result) => {
          if (result.error) count.failed(result.error)
          done(result)
        }),
    },
  })
  const reader = new PeriodicExportingMetricReader({exporter})
  return new MeterProvider({resource: resourceFromAttributes(settings.resource), readers: [reader]})
}

/** Random ids, but for a span that others know already by its name. */
class NamedIds implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  #next: string | undefined

  nameNext(spanId: string): void {
    this.#next = spanId
  }

  generateTraceId(): string {
    return this.#random.generateTraceId()
  }

  generateSpanId(): string {
    const id = this.#next ?? this.#random.generateSpanId()
    this.#next = undefined
    return id
  }
}

function samplerOf({root, ratio, followsParent}: SamplerSetting): Sampler {
  const own = {all: new AlwaysOnSampler(), none: new AlwaysOffSampler(), ratio: new TraceIdRatioBasedSampler(ratio)}[
    root
  ]
  return followsParent ? new ParentBasedSampler({root: own}) : own
}
