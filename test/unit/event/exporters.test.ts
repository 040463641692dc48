import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {McapIndexedReader} from '@mcap/core'
import {context, SpanStatusCode, trace} from '@opentelemetry/api'
import {AsyncLocalStorageContextManager} from '@opentelemetry/context-async-hooks'
import {InMemorySpanExporter, SimpleSpanProcessor, TracerProvider} from '@opentelemetry/sdk-trace'
import {Registry} from 'prom-client'
import * as assert from 'uvu/assert'
import {McapRecordingSink} from '#event/mcap-recording-sink'
import {promExporter} from '#event/open-prom-exporter'
import {OpenTelemetryProviderEventSink} from '#event/open-telemetry-provider-event-sink'
import {type MetricLabels, ProviderMetricsExporterSink} from '#event/provider-metrics-exporter-sink'
import {nodeFiles} from '#path/node-files'
import {Redactor} from '#redact/redactor'
import {eventOf} from '../../support/fakes/events.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('event exporters')
const EVENTS = [
  eventOf({phase: 'retry', status_code: 503, duration_ms: 4}),
  eventOf({phase: 'success', status_code: 200, duration_ms: 7, sequence: 2}),
  eventOf({phase: 'failure', capability: null, operation: 'health', sequence: 3}),
  eventOf({phase: 'budget_exceeded', capability: 'invented', operation: 'user-42', sequence: 4}),
]

it('counts all events, ends, retries and errors, and observes every duration', () => {
  const counts = new Map<string, number>()
  const seen: MetricLabels[] = []
  const observed: number[] = []
  const exporter = {
    increment_counter: (name: string, {value, labels}: {value: number; labels: MetricLabels}) => {
      counts.set(name, (counts.get(name) ?? 0) + value)
      seen.push(labels)
    },
    observe_histogram: (_: string, value: number) => void observed.push(value),
  }
  const sink = new ProviderMetricsExporterSink({exporter})
  for (const event of EVENTS) sink.handle(event)
  assert.equal(Object.fromEntries(counts), {
    assay_provider_events_total: 4,
    assay_provider_retries_total: 1,
    assay_provider_operations_total: 3,
    assay_provider_errors_total: 2,
  })
  assert.equal(observed, [4, 7, 2, 2])
  assert.ok(seen.every((labels) => Object.keys(labels).join() === 'provider,operation,phase,status_class,capability'))
  assert.equal(seen.at(-1), {
    provider: 'mock',
    operation: 'other',
    phase: 'budget_exceeded',
    status_class: 'none',
    capability: 'unknown',
  })
})

it('prom-client tells the metrics as Prometheus text', async () => {
  const registry = new Registry()
  const sink = new ProviderMetricsExporterSink({exporter: await promExporter(registry)})
  for (const event of EVENTS) sink.handle(event)
  const text = await registry.metrics()
  assert.match(
    text,
    'assay_provider_retries_total{provider="mock",operation="predict",phase="retry",status_class="5xx",capability="predict"} 1',
  )
  assert.match(text, /assay_provider_latency_ms_bucket\{le="5",.*phase="success".*\} 0/)
  assert.match(text, /assay_provider_latency_ms_bucket\{le="10",.*phase="success".*\} 1/)
})

function tracing() {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({spanProcessors: [new SimpleSpanProcessor({exporter})]})
  return {exporter, tracer: provider.getTracer('test')}
}

it('makes one span an event with its true start and end', async () => {
  const {exporter, tracer} = tracing()
  const sink = await OpenTelemetryProviderEventSink.create({tracer})
  sink.handle(
    eventOf({duration_ms: 417, method: 'POST', status_code: 200, target: 'http://host:1/v1', metadata: {a: 1}}),
  )
  sink.handle(eventOf({phase: 'failure', message: 'it broke'}))
  const [good, bad] = exporter.getFinishedSpans()
  assert.is(good?.name, 'assay.provider.mock.predict.success')
  const end = Date.parse('2026-11-21T07:42:33.417Z') / 1000
  assert.equal(good?.startTime, [Math.floor(end), 0])
  assert.equal(good?.endTime, [Math.floor(end), 417_000_000])
  assert.equal(
    ['http.request.method', 'http.response.status_code', 'url.full', 'assay.status_class', 'assay.metadata_json'].map(
      (name) => good?.attributes[name],
    ),
    ['POST', 200, 'http://host:1/v1', '2xx', '{"a":1}'],
  )
  assert.equal(bad?.status, {code: SpanStatusCode.ERROR, message: 'it broke'})
})

it('a span stands under the span in force, else under the trace that the event names', async () => {
  const {exporter, tracer} = tracing()
  const sink = await OpenTelemetryProviderEventSink.create({tracer})
  const event = eventOf({trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16)})
  sink.handle(event)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const parent = tracer.startSpan('job')
  context.with(trace.setSpan(context.active(), parent), () => sink.handle(event))
  context.disable()
  const [named, inForce] = exporter.getFinishedSpans()
  assert.equal([named?.spanContext().traceId, named?.parentSpanContext?.spanId], ['a'.repeat(32), 'b'.repeat(16)])
  assert.is(inForce?.parentSpanContext?.spanId, parent.spanContext().spanId)
})

async function readMcap(path: string) {
  const bytes = readFileSync(path)
  const readable = {
    size: async () => BigInt(bytes.length),
    read: async (offset: bigint, size: bigint) => new Uint8Array(bytes.subarray(Number(offset), Number(offset + size))),
  }
  const reader = await McapIndexedReader.Initialize({readable})
  const messages = []
  for await (const message of reader.readMessages()) messages.push(message)
  return {topics: [...reader.channelsById.values()].map((channel) => channel.topic), messages}
}

it('records events as MCAP that a reader of the format takes: channels, times, whole events', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'events.mcap')
  const sink = new McapRecordingSink({path}, {files: nodeFiles, redactor: new Redactor()})
  for (const event of EVENTS) sink.handle(event)
  await sink.close()
  sink.handle(eventOf({}))
  assert.is(sink.lost, 1)
  const {topics, messages} = await readMcap(path)
  assert.equal(topics, ['/assay/events/mock/predict', '/assay/events/mock/health', '/assay/events/mock/user-42'])
  assert.equal(
    messages.map(({data}) => JSON.parse(Buffer.from(data).toString())),
    EVENTS,
  )
  assert.is(messages[0]?.logTime, BigInt(Date.parse('2026-11-21T07:42:33.417Z')) * 1_000_000n)
})

it('a recording that cannot be written counts its losses and rejects nothing', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'a-file'), '')
  const sink = new McapRecordingSink(
    {path: join(dir.path, 'a-file', 'events.mcap')},
    {files: nodeFiles, redactor: new Redactor()},
  )
  sink.handle(eventOf({}))
  await sink.flush()
  await sink.close()
  assert.is(sink.lost, 1)
})
it.run()
