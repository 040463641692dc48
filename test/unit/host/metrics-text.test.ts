import {Counter, Gauge, Histogram, Registry} from 'prom-client'
import * as assert from 'uvu/assert'
import {gaugeOf, readMetrics, requestsByStatus} from '#host/model/prometheus'
import {spec} from '../../support/spec.ts'

const it = spec('metrics as text')

it('reads what the client library of Prometheus writes', async () => {
  const registers = [new Registry()]
  const counter = new Counter({
    name: 'x_http_requests_total',
    help: 'a "help"\nof two lines',
    labelNames: ['status', 'route'],
    registers,
  })
  counter.inc({status: '200', route: 'a"b\\c\nd,e="f"}'}, 3)
  counter.inc({status: '500', route: '/'}, 2)
  new Gauge({name: 'g', help: 'g', registers}).set(Number.NaN)
  new Gauge({name: 'inf', help: 'inf', registers}).set(Number.POSITIVE_INFINITY)
  new Gauge({name: 'small', help: 'small', registers}).set(1.5e-9)
  new Histogram({name: 'h', help: 'h', buckets: [0.1, 1], registers}).observe(0.5)
  const samples = readMetrics((await registers[0]?.metrics()) ?? '')
  assert.ok(samples)
  assert.is(samples.find(({name}) => name === 'x_http_requests_total')?.labels['route'], 'a"b\\c\nd,e="f"}')
  assert.ok(Number.isNaN(gaugeOf(samples, 'g')))
  assert.is(gaugeOf(samples, 'inf'), Number.POSITIVE_INFINITY)
  assert.is(gaugeOf(samples, 'small'), 1.5e-9)
  assert.is(samples.find(({name, labels}) => name === 'h_bucket' && labels['le'] === '+Inf')?.value, 1)
  const byStatus = [...requestsByStatus(samples)].map(([key, count]) => [key.split('|')[0], count])
  assert.equal(byStatus, [
    ['200', 3],
    ['500', 2],
  ])
})

it('a text with one line that is no metric is none', () => {
  for (const bad of ['<html></html>', 'a b', 'a{x="1} 2', 'a{x=1} 2', '{"a":1}', 'a 1 2 3', '1a 1', 'a'])
    assert.is(readMetrics(`fine 1\n${bad}\n`), undefined, bad)
  assert.equal(readMetrics('# nothing\n\n'), [])
})

it.run()
