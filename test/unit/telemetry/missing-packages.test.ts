// A process of its own: it keeps packages from being found, and others may have loaded them before.
import {registerHooks} from 'node:module'
import * as assert from 'uvu/assert'
import {Redactor} from '#redact/redactor'
import {openOtlp} from '#telemetry/open-otlp'
import {otlpSettings} from '#telemetry/otlp-settings'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'

const it = spec('missing packages of OpenTelemetry')

it('a package that is not installed is told with the command that installs all of them, and the run goes on without', async () => {
  // As Node says it where there is no such folder.
  registerHooks({
    resolve: (name, context, next) =>
      next(name.startsWith('@opentelemetry/exporter') ? `${name}-that-nobody-installed` : name, context),
  })
  const ports = {clock: fakeClock(), redactor: new Redactor(), versions: {assay: '0.0.0', node: '24.15.0'}}
  for (const protocol of ['http/json', 'http/protobuf']) {
    const env = {OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_EXPORTER_OTLP_PROTOCOL: protocol}
    const settings = otlpSettings(env)
    if (settings === undefined) throw new Error('no settings')
    const open = await openOtlp(settings, undefined, ports)
    assert.equal(open.observers, [])
    const [fault = ''] = await open.close()
    assert.match(
      fault,
      /^the package @opentelemetry\/exporter-[\w-]+ is not installed: npm install @opentelemetry\/api /,
    )
    assert.match(fault, protocol === 'http/json' ? 'exporter-trace-otlp-http' : 'exporter-trace-otlp-proto')
  }
})
it.run()
