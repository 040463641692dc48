import {OTLPMetricExporter} from '@opentelemetry/exporter-metrics-otlp-http'
import {OTLPTraceExporter} from '@opentelemetry/exporter-trace-otlp-http'

export const JSON_EXPORTERS = {metrics: OTLPMetricExporter, traces: OTLPTraceExporter}
