import {OTLPMetricExporter} from '@opentelemetry/exporter-metrics-otlp-proto'
import {OTLPTraceExporter} from '@opentelemetry/exporter-trace-otlp-proto'

export const PROTO_EXPORTERS = {metrics: OTLPMetricExporter, traces: OTLPTraceExporter}
