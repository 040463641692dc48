import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {Redactor} from '#redact/redactor'
import {registerVariable} from '#redact/register-variable'
import {spec} from '../../support/spec.ts'

const it = spec('headers of a collector')
const KEY = ['obviously', 'fake', 'key', '4711'].join('-')

function redactorWith(name: string, value: string): Redactor {
  const redactor = new Redactor()
  registerVariable({name, value, isAsked: false}, (part) => redactor.register(part))
  return redactor
}

it('what stands in the headers of a collector is masked, behind a word and percent-encoded too', () => {
  for (const name of ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS']) {
    const redactor = redactorWith(name, `tenant=a,authorization=Bearer%20${KEY}`)
    for (const text of [KEY, `sent Bearer ${KEY} twice`, encodeURIComponent(`x ${KEY}`)])
      assert.not.match(redactor.text(text), KEY)
    assert.is(String(redactor.text('tenant authorization')), 'tenant authorization')
  }
})

it('no text under such a name throws', () => {
  fc.assert(fc.property(fc.string(), (value) => void redactorWith('OTEL_EXPORTER_OTLP_HEADERS', value)))
})
it.run()
