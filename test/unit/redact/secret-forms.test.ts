import * as assert from 'uvu/assert'
import {LineRedactor, Redactor} from '#redact/redactor'
import {CONNECTION_FORMS} from '../../support/secret-forms/connections.ts'
import {FILE_FORMS, OUTPUT_FORMS} from '../../support/secret-forms/files.ts'
import {PRIVATE_KEY_FORMS} from '../../support/secret-forms/private-keys.ts'
import type {SecretForm} from '../../support/secret-forms/secret-form.ts'
import {spec} from '../../support/spec.ts'

const it = spec('forms of secrets')

const leaking = (forms: readonly SecretForm[], mask: (text: string) => string): string[] =>
  forms.filter(({text, secrets}) => secrets.some((secret) => mask(text).includes(secret))).map(({name}) => name)

for (const [kind, forms, least] of [
  ['private keys', PRIVATE_KEY_FORMS, 30],
  ['connection strings and command lines', CONNECTION_FORMS, 55],
  ['files of programs', FILE_FORMS, 70],
  ['what programs print', OUTPUT_FORMS, 12],
] as const) {
  it(`no secret stays in any form of ${kind}`, () => {
    assert.ok(forms.length >= least, String(forms.length))
    assert.equal(
      leaking(forms, (text) => new Redactor().text(text)),
      [],
    )
  })
}

it('masking any of them twice changes nothing', () => {
  for (const {name, text} of [...PRIVATE_KEY_FORMS, ...CONNECTION_FORMS, ...FILE_FORMS, ...OUTPUT_FORMS]) {
    const one = new Redactor()
    const masked = one.text(text)
    assert.is(one.text(masked), masked, name)
    assert.not.ok(one.failed, name)
  }
})

it('an environment line keeps its name and its neighbours', () => {
  assert.is(new Redactor().text('A=1\nPGPASSWORD=secret123\nB=2'), 'A=1\nPGPASSWORD=[redacted:keyword#1]\nB=2')
  assert.is(
    new Redactor().text('{"user":"app","password":"hunter2"}'),
    '{"user":"app","password":"[redacted:keyword#1]"}',
  )
  assert.is(new Redactor().text('curl -u app:hunter22 https://h'), 'curl -u app:[redacted:argument#1] https://h')
})

it('lines of a child are masked one by one', () => {
  const forms = [...CONNECTION_FORMS, ...OUTPUT_FORMS].filter(({text}) => !text.includes('\n'))
  const child = (text: string) => {
    const lines = new LineRedactor(new Redactor())
    return lines.push(`${text}\n`) + lines.end()
  }
  assert.equal(leaking(forms, child), [])
})

it.run()
