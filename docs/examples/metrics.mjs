// Events of every call as Prometheus metrics; prom-client is loaded by promExporter and by nothing else.
import {Action, Assay, promExporter, ProviderMetricsExporterSink} from '@assay-trials/assay'
import {Registry} from 'prom-client'

const registry = new Registry()
const sink = new ProviderMetricsExporterSink({exporter: await promExporter(registry)})
const assay = new Assay({event_handler: sink})
const world = {schema_version: 1, id: 'demo', name: 'demo', provider: 'mock', step: 0, metadata: {}}
for (let call = 0; call < 3; call++) await assay.predict(world, Action.move_to(0.3, 0.5, 0), 1, 'mock')
await assay.close()

const lines = (await registry.metrics()).split('\n')
console.log(lines.filter((line) => line.startsWith('assay_provider_operations_total')).join('\n'))

// assay_provider_operations_total{provider="mock",operation="predict",phase="success",status_class="none",capability="predict"} 3
