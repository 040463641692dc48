import {spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {existsSync, readFileSync, statSync} from 'node:fs'
import {createServer} from 'node:http'
import {Webhook} from 'standardwebhooks'
import * as assert from 'uvu/assert'
import {closedPort} from '../support/closed-port.ts'
import {attributesOf, otlpCollector} from '../support/otlp-collector.ts'
import {prometheusFamilies} from '../support/prometheus-text.ts'
import {spec} from '../support/spec.ts'
import {QUICK_RUN, workshop} from '../support/workshop.ts'

const it = spec('telemetry of commands')
const CANARY = ['canary', 'of-telemetry-0123456789'].join('-')
const SECRET = 'not-a-real-secret'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const JOB = `schema_version: 1
name: nightly
steps:
  - id: speed
    use: benchmark
    with: {providers: [mock], operations: [predict], iterations: 3, warmup: 0}
`

it('a collector gets the run, its steps and its calls in the trace of the caller, as protobuf and as JSON', async () => {
  for (const protocol of ['http/protobuf', 'http/json']) {
    using shop = workshop()
    using collector = await otlpCollector()
    shop.put('job.yaml', JOB)
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
      OTEL_EXPORTER_OTLP_HEADERS: `api-key=${CANARY}`,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=ci',
      TRACEPARENT: `00-${TRACE}-00f067aa0ba902b7-01`,
      MOCK_API_KEY: CANARY,
    }
    const {code, err, document} = await shop.ask(['run', 'job.yaml'], {env})
    assert.equal([code, err.includes('warning')], [0, false], err)
    const spans = collector.spans()
    const by = (name: string) => spans.find((span) => span.name === name)
    const [run, step, call] = [by('assay.run.run'), by('assay.step.predict'), by('assay.provider.mock.predict.success')]
    assert.equal([run?.traceId, run?.parentSpanId], [TRACE, '00f067aa0ba902b7'])
    assert.is(attributesOf(run ?? {attributes: []})['assay.run_id'], document.run_id)
    assert.is(attributesOf(run ?? {attributes: []})['assay.verdict'], 'pass')
    assert.is(call?.parentSpanId, step?.spanId)
    const parents = new Map(spans.map((span) => [span.spanId, span.parentSpanId]))
    for (const {spanId} of spans) {
      let at: string | undefined = spanId
      while (at !== undefined && at !== run?.spanId) at = parents.get(at)
      assert.is(at, run?.spanId)
    }
    const [traces, metrics] = ['/v1/traces', '/v1/metrics'].map((path) =>
      collector.exports.find((one) => one.path === path),
    )
    assert.is(traces?.headers['api-key'], CANARY)
    assert.is(traces?.headers['content-type'], protocol === 'http/json' ? 'application/json' : 'application/x-protobuf')
    assert.equal(
      traces?.document.resourceSpans?.map(({resource}) => attributesOf(resource)),
      [{'deployment.environment.name': 'ci', 'service.name': 'assay'}],
    )
    const told = metrics?.document.resourceMetrics?.flatMap(({scopeMetrics}) =>
      scopeMetrics.flatMap((one) => one.metrics),
    )
    assert.equal(
      told?.map(({name, unit}) => [name, unit]),
      [
        ['assay.provider.operation.duration', 's'],
        ['assay.run.duration', 's'],
      ],
    )
    for (const {text} of collector.exports) assert.not.match(text, CANARY)
    // The run says which trace it lies in.
    const [event = ''] = shop.read('runs', document.run_id, 'logs', 'events.ndjson').split('\n')
    assert.is(JSON.parse(event).trace_id, TRACE)
  }
})

it('a collector that is not there changes nothing but a line on standard error', async () => {
  using shop = workshop()
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await closedPort()}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: '100',
    OTEL_TRACES_SAMPLER: 'nobody-knows-it',
  }
  const {code, err, document} = await shop.ask(QUICK_RUN, {env})
  assert.equal([code, document.exit.name], [0, 'ok'])
  assert.match(err, /^warning: OpenTelemetry: \d+ of \d+ spans did not arrive \(.*ECONNREFUSED/m)
  assert.match(err, /^warning: OpenTelemetry: OTEL_TRACES_SAMPLER names no sampler/m)
  const disabled = await shop.ask(QUICK_RUN, {env: {...env, OTEL_SDK_DISABLED: 'true'}})
  assert.not.match(disabled.err, 'OpenTelemetry')
})

it('what a trace is not sampled for is not sent', async () => {
  using shop = workshop()
  using collector = await otlpCollector()
  const env = {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
    TRACEPARENT: `00-${TRACE}-00f067aa0ba902b7-00`,
  }
  const {code, err} = await shop.ask(QUICK_RUN, {env})
  assert.equal([code, collector.exports.length, err.includes('warning')], [0, 0, false])
})

it('the metrics of a run are a file that Prometheus reads, whole and readable for others', async () => {
  using shop = workshop()
  shop.put('job.yaml', JOB)
  const {code, document} = await shop.ask(['run', 'job.yaml', '--metrics-file', 'assay.prom'])
  assert.is(code, 0)
  const text = shop.read('assay.prom')
  const families = prometheusFamilies(text)
  const labels = {kind: 'job', run_job: 'nightly'}
  assert.equal(families.get('assay_run_exit_code')?.metrics, [{value: '0', labels}])
  const verdicts = families.get('assay_run_verdict')?.metrics ?? []
  assert.equal(
    verdicts.filter(({value}) => value === '1').map((metric) => metric.labels?.['verdict']),
    ['pass'],
  )
  assert.is(families.get('assay_run_info')?.metrics[0]?.labels?.['run_id'], document.run_id)
  const {duration_ms: ms} = shop.manifest(document.run_id)
  assert.is(Number(families.get('assay_run_duration_seconds')?.metrics[0]?.value), ms / 1000)
  const calls = families.get('assay_run_provider_operation_duration_seconds')
  assert.equal([calls?.type, calls?.metrics[0]?.buckets?.['+Inf']], ['HISTOGRAM', '3'])
  assert.is(statSync(shop.path('assay.prom')).mode & 0o777, 0o666 & ~process.umask())
  await shop.ask(['run', 'missing.yaml', '--metrics-file', 'assay.prom'])
  assert.is(shop.read('assay.prom'), text)
})

const PROMTOOL = spawnSync('promtool', ['--version']).status === 0
const promtool = PROMTOOL ? it : (title: string) => it.skip(title, 'there is no promtool on this machine')
promtool('promtool finds nothing to complain about in the metrics of a run', async () => {
  using shop = workshop()
  await shop.ask([...QUICK_RUN, '--metrics-file', 'assay.prom'])
  const {status, stderr} = spawnSync('promtool', ['check', 'metrics'], {
    input: shop.read('assay.prom'),
    encoding: 'utf8',
  })
  assert.equal([status, stderr], [0, ''])
})

/** Keeps what comes, and answers with a status. */
async function receiver(status: number) {
  const came: {headers: Record<string, string>; body: string}[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    came.push({headers: request.headers as Record<string, string>, body})
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  const port = typeof address === 'object' && address ? address.port : 0
  return {url: `http://127.0.0.1:${port}/${CANARY}`, came, [Symbol.dispose]: close}
}

it('the end of a run is a webhook that a stranger verifies, without paths, values and keys', async () => {
  using shop = workshop()
  using hook = await receiver(200)
  shop.put('job.yaml', JOB)
  const env = {ASSAY_ALLOW_LOOPBACK: '1', TEAM_HOOK: SECRET, ASSAY_EXTRA_API_KEY: CANARY}
  const argv = ['run', 'job.yaml', '--notify', hook.url, '--notify-secret-env', 'TEAM_HOOK']
  const {code, document} = await shop.ask(argv, {env})
  assert.is(code, 0)
  const [{headers, body} = {headers: {}, body: ''}, ...more] = hook.came
  assert.is(more.length, 0)
  const {type, data} = new Webhook(SECRET, {format: 'raw'}).verify(body, headers) as {type: string; data: object}
  const {started_at, ended_at, duration_seconds, counts, ...rest} = data as Record<string, unknown>
  assert.is(type, 'run.ended')
  assert.equal(rest, {
    run_id: document.run_id,
    kind: 'job',
    command: 'run',
    job: 'nightly',
    verdict: 'pass',
    exit: {code: 0, name: 'ok'},
  })
  assert.ok(String(started_at) < String(ended_at) && Number(duration_seconds) > 0 && counts !== null)
  assert.not.match(body, shop.root)
  // The path of the address is a key: the run does not keep it.
  assert.not.match(JSON.stringify(shop.manifest(document.run_id)), CANARY)
})

it('a notice that nobody takes is told and changes nothing; one that cannot be sent is refused before anything runs', async () => {
  using shop = workshop()
  using hook = await receiver(403)
  const env = {ASSAY_ALLOW_LOOPBACK: '1', ASSAY_NOTIFY_SECRET: SECRET}
  const done = await shop.tell([...QUICK_RUN, '--notify', hook.url], {env})
  assert.is(done.code, 0)
  assert.match(done.err, 'warning: the notice was not taken: the receiver answered 403')
  assert.is(shop.runs().length, 1)
  for (const [vars, code] of [
    [{ASSAY_NOTIFY_SECRET: SECRET}, 7],
    [{ASSAY_ALLOW_LOOPBACK: '1'}, 2],
  ] as const) {
    assert.is((await shop.tell([...QUICK_RUN, '--notify', hook.url], {env: vars})).code, code)
  }
  const nowhere = await shop.tell([...QUICK_RUN, '--metrics-file', 'no/such/folder.prom'])
  assert.equal([nowhere.code, /--metrics-file/.test(nowhere.err)], [2, true])
  assert.equal([shop.runs().length, hook.came.length, existsSync(shop.path('no'))], [1, 1, false])
})

it('a failed run is told with its exit', async () => {
  using shop = workshop()
  using hook = await receiver(200)
  const env = {ASSAY_ALLOW_LOOPBACK: '1', ASSAY_NOTIFY_SECRET: SECRET}
  const argv = [...QUICK_RUN.slice(0, -1), '30', '--threshold', 'response_ms.p50<1us', '--metrics-file', 'a.prom']
  assert.is((await shop.tell([...argv, '--notify', hook.url], {env})).code, 1)
  const {verdict, exit} = JSON.parse(hook.came[0]?.body ?? '{}').data
  assert.equal([verdict, exit], ['fail', {code: 1, name: 'failed'}])
  assert.match(readFileSync(shop.path('a.prom'), 'utf8'), /^assay_run_exit_code\{kind="benchmark",run_job=""\} 1$/m)
})
it.run()
