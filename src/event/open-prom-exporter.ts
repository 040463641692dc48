import {AssayError} from '#error/assay-error'
import type {PromRegistry} from './host-objects.ts'
import type {MetricsExporter} from './provider-metrics-exporter-sink.ts'

/** An exporter for `ProviderMetricsExporterSink` that counts in a registry of prom-client, which is loaded here and not before. Throws `invalid_input` for what is no registry, and what prom-client throws for a metric that is registered already. */
export async function promExporter(registry: PromRegistry): Promise<MetricsExporter> {
  const {isRegistry, promMetrics} = await import('./prom-metrics.ts')
  if (!isRegistry(registry)) throw new AssayError('invalid_input', 'promExporter takes a Registry of prom-client')
  return promMetrics(registry)
}
