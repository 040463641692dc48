import type {Registry} from 'prom-client'
import type {MetricsExporter} from './provider-metrics-exporter-sink.ts'

/** An exporter for `ProviderMetricsExporterSink` that counts in a registry of prom-client, which is loaded here and not before. Throws what prom-client throws for a metric that is registered already. */
export async function promExporter(registry: Registry): Promise<MetricsExporter> {
  return (await import('./prom-metrics.ts')).promMetrics(registry)
}
