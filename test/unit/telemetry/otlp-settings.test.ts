import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {otlpSettings} from '#telemetry/otlp-settings'
import {spec} from '../../support/spec.ts'

const it = spec('OTLP settings')
const PLACE = {OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/base/'}

it('nothing is exported where no address is set, where the SDK is disabled and where no exporter is wanted', () => {
  assert.is(otlpSettings({}), undefined)
  assert.is(otlpSettings({OTEL_SERVICE_NAME: 'x', OTEL_EXPORTER_OTLP_ENDPOINT: ' '}), undefined)
  assert.is(otlpSettings({...PLACE, OTEL_SDK_DISABLED: 'TRUE'}), undefined)
  assert.is(otlpSettings({...PLACE, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none'}), undefined)
})

it('a general address gets the path of each signal behind it, one of a signal stays as it is', () => {
  const both = otlpSettings(PLACE)
  assert.is(both?.traces?.url, 'http://collector:4318/base/v1/traces')
  assert.is(both?.metrics?.url, 'http://collector:4318/base/v1/metrics')
  const own = otlpSettings({OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://a.example/x'})
  assert.equal([own?.traces?.url, own?.metrics], ['https://a.example/x', undefined])
})

it('protobuf is spoken unless JSON is asked for, and what is not known is told and not guessed', () => {
  assert.is(otlpSettings(PLACE)?.traces?.protocol, 'http/protobuf')
  const json = otlpSettings({
    ...PLACE,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
  })
  assert.equal([json?.traces?.protocol, json?.metrics], ['http/json', undefined])
  assert.equal(json?.faults, ['OTEL_EXPORTER_OTLP_PROTOCOL is neither http/protobuf nor http/json'])
  const wrong = otlpSettings({
    ...PLACE,
    OTEL_EXPORTER_OTLP_TIMEOUT: 'soon',
    OTEL_TRACES_SAMPLER: 'jaeger_remote',
    OTEL_METRICS_EXPORTER: 'console',
  })
  assert.equal([wrong?.traces?.timeoutMs, wrong?.sampler.root, wrong?.metrics], [3000, 'all', undefined])
  assert.is(wrong?.faults.length, 3)
})

it('headers and attributes are read as baggage is written, and those of a signal win', () => {
  const settings = otlpSettings({
    ...PLACE,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=one%20two, tenant=a',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'tenant=b',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=from-attributes,deployment.environment.name=ci%2Cnightly',
    OTEL_SERVICE_NAME: 'robots',
  })
  assert.equal(settings?.traces?.headers, {'api-key': 'one two', tenant: 'b'})
  assert.equal(settings?.metrics?.headers, {'api-key': 'one two', tenant: 'a'})
  assert.equal(settings?.resource, {'service.name': 'robots', 'deployment.environment.name': 'ci,nightly'})
  assert.is(otlpSettings(PLACE)?.resource['service.name'], 'assay')
})

it('the share of traces is that of the sampler, as OpenTelemetry names them', () => {
  const env = {...PLACE, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25'}
  assert.equal(otlpSettings(env)?.sampler, {root: 'ratio', ratio: 0.25, followsParent: true})
  assert.equal(otlpSettings({...env, OTEL_TRACES_SAMPLER: 'always_off'})?.sampler.root, 'none')
  assert.is(otlpSettings({...env, OTEL_TRACES_SAMPLER_ARG: '7'})?.faults.length, 1)
})

it('no variable of any content throws, and no name of JavaScript is taken for a sampler', () => {
  const names = ['ENDPOINT', 'HEADERS', 'PROTOCOL', 'TIMEOUT', 'TRACES_ENDPOINT'].map(
    (name) => `OTEL_EXPORTER_OTLP_${name}`,
  )
  const variables = fc.dictionary(
    fc.constantFrom(...names, 'OTEL_RESOURCE_ATTRIBUTES', 'OTEL_TRACES_SAMPLER'),
    fc.string(),
  )
  fc.assert(
    fc.property(variables, (env) => {
      otlpSettings({...PLACE, ...env})
    }),
  )
  assert.is(otlpSettings({...PLACE, OTEL_TRACES_SAMPLER: 'constructor'})?.sampler.root, 'all')
})
it.run()
