import {PassThrough} from 'node:stream'
import {pino} from 'pino'
import * as assert from 'uvu/assert'
import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import {JsonLoggerSink} from '#event/json-logger-sink'
import {ProviderMetricsSink} from '#event/provider-metrics-sink'
import {eventOf} from '../../support/fakes/events.ts'
import {spec} from '../../support/spec.ts'

const it = spec('event sinks')

it('metrics count terminal events as requests, bad ends as errors and repeats apart', () => {
  const sink = new ProviderMetricsSink()
  sink.handle(eventOf({phase: 'retry', duration_ms: 900}))
  sink.handle(eventOf({phase: 'success', duration_ms: 10}))
  sink.handle(eventOf({phase: 'failure', duration_ms: 2}))
  sink.handle(eventOf({phase: 'budget_exceeded', duration_ms: 0}))
  sink.handle(eventOf({provider: 'other', phase: 'success'}))
  assert.equal(sink.row('mock', 'predict'), {
    provider: 'mock',
    operation: 'predict',
    request_count: 3,
    error_count: 2,
    retry_count: 1,
    latency: {sample_count: 3, total_ms: 12, average_ms: 4, min_ms: 0, max_ms: 10},
  })
  assert.is(sink.rows().length, 2)
})

it('metrics without a terminal event have no latency, rather than zero', () => {
  const sink = new ProviderMetricsSink()
  sink.handle(eventOf({phase: 'retry'}))
  assert.equal(sink.row('mock', 'predict')?.latency, {sample_count: 0, total_ms: 0})
  assert.is(sink.row('mock', 'score'), undefined)
})

it('the recorder keeps the newest events and counts the others', () => {
  const recorder = new InMemoryRecorderSink({limit: 2})
  for (let sequence = 1; sequence <= 5; sequence++) recorder.handle(eventOf({sequence}))
  assert.equal(
    recorder.events.map((event) => event.sequence),
    [4, 5],
  )
  assert.is(recorder.dropped, 3)
  recorder.clear()
  assert.is(recorder.events.length + recorder.dropped, 0)
})

it('the logger writes one record an event, and extra fields overwrite nothing', () => {
  const stream = new PassThrough()
  const logger = pino({base: null}, stream)
  new JsonLoggerSink({logger, level: 'warn', extraFields: {service: 'drill', phase: 'made up'}}).handle(eventOf({}))
  const record = JSON.parse(String(stream.read()))
  assert.is(record.event_type, 'provider_event')
  assert.is(record.phase, 'success')
  assert.is(record.service, 'drill')
  assert.is(record.level, 40)
  assert.not.ok('pid' in record || 'hostname' in record)
})

it.run()
