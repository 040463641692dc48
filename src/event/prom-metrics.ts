import {Counter, Histogram, type Registry} from 'prom-client'
import type {PromRegistry} from './host-objects.ts'
import {METRICS, type MetricsExporter} from './provider-metrics-exporter-sink.ts'

const labelNames = ['provider', 'operation', 'phase', 'status_class', 'capability'] as const
const BUCKETS_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000, 300_000]
const HELP = {
  [METRICS.events]: 'Provider events, retries included.',
  [METRICS.operations]: 'Provider operations that ended: success, failure or a spent budget.',
  [METRICS.retries]: 'Attempts that failed and were made again.',
  [METRICS.errors]: 'Provider operations that failed or spent their budget.',
} as const

/** Judged by what it can do: a registry of the host's own copy of prom-client is of another class than ours. */
export function isRegistry(registry: PromRegistry): registry is PromRegistry & Registry {
  return typeof Reflect.get(registry, 'registerMetric') === 'function'
}

/** An exporter that counts in a registry of prom-client. Throws where the registry has metrics of these names. */
export function promMetrics(registry: Registry): MetricsExporter {
  const registers = [registry]
  const counters = new Map<string, Counter>(
    Object.entries(HELP).map(([name, help]) => [name, new Counter({name, help, labelNames, registers})]),
  )
  const help = 'Duration of provider operations, and of attempts that were made again, in milliseconds.'
  const latency = new Histogram({name: METRICS.latency, help, labelNames, buckets: BUCKETS_MS, registers})
  return {
    increment_counter: (name, {value, labels}) => counters.get(name)?.inc({...labels}, value),
    observe_histogram: (_name, value, {labels}) => latency.observe({...labels}, value),
  }
}
