import type {ProviderCapability, ProviderEvent} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {type EventSink, isTerminal} from './event-sink.ts'
import {statusClass} from './status-class.ts'

/** Values come from short lists and the names of registered providers: no target, prompt or id is ever a label. */
export interface MetricLabels {
  readonly provider: string
  readonly operation: string
  readonly phase: string
  readonly status_class: string
  readonly capability: string
}

/** What takes the metrics on. The names are those of the operations contract. */
export interface MetricsExporter {
  increment_counter(name: string, what: {readonly value: number; readonly labels: MetricLabels}): void
  observe_histogram(name: string, value: number, what: {readonly labels: MetricLabels}): void
}

const CAPABILITIES: ReadonlySet<string> = new Set([
  'predict',
  'score',
  'policy',
  'embed',
  'reason',
  'generate',
  'transfer',
] satisfies ProviderCapability[])
const OPERATIONS: ReadonlySet<string> = new Set([...CAPABILITIES, 'plan', 'health', 'reset', 'warmup'])

export const METRICS = {
  events: 'assay_provider_events_total',
  operations: 'assay_provider_operations_total',
  retries: 'assay_provider_retries_total',
  errors: 'assay_provider_errors_total',
  latency: 'assay_provider_latency_ms',
} as const

/** Tells every event to an exporter: all, ends, retries and errors are counted, times observed in ms. */
export class ProviderMetricsExporterSink implements EventSink {
  readonly #exporter: MetricsExporter

  /** Throws `invalid_input` for an exporter that lacks one of the two. */
  constructor(options: {readonly exporter: MetricsExporter}) {
    for (const name of ['increment_counter', 'observe_histogram'] as const) {
      if (typeof options?.exporter?.[name] === 'function') continue
      throw new AssayError('invalid_input', `the exporter has no ${name}`, {detail: {field: 'exporter'}})
    }
    this.#exporter = options.exporter
  }

  /** Takes one event; the library calls it. Throws what the given logger, exporter or tracer throws; the library counts that in `lostEvents`. */
  handle(event: Readonly<ProviderEvent>): void {
    const labels = labelsOf(event)
    const count = (name: string) => this.#exporter.increment_counter(name, {value: 1, labels})
    count(METRICS.events)
    if (event.phase === 'retry') count(METRICS.retries)
    if (isTerminal(event)) count(METRICS.operations)
    if (event.phase === 'failure' || event.phase === 'budget_exceeded') count(METRICS.errors)
    this.#exporter.observe_histogram(METRICS.latency, event.duration_ms, {labels})
  }
}

/** What an event is counted under. */
export function labelsOf(event: Readonly<ProviderEvent>): MetricLabels {
  const {provider, operation, phase, capability} = event
  return {
    provider,
    operation: OPERATIONS.has(operation) ? operation : 'other',
    phase,
    status_class: statusClass(event),
    capability: capability !== null && CAPABILITIES.has(capability) ? capability : 'unknown',
  }
}
