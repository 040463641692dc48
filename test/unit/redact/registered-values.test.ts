import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {encodingsOf} from '#redact/encodings'
import {Redactor} from '#redact/redactor'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('registered values')
const PLANTED = `pl4nted/${'value'}+"<&'§ 1`

function redactorWith(...values: string[]): Redactor {
  const redactor = new Redactor()
  for (const value of values) redactor.register(value)
  return redactor
}

for (const [encoding, encode] of [
  ['raw', (value: string) => value],
  ['JSON', (value: string) => JSON.stringify(value).slice(1, -1)],
  ['JSON twice', (value: string) => JSON.stringify(JSON.stringify(value)).slice(3, -3)],
  [
    'ASCII JSON',
    (value: string) =>
      JSON.stringify(value)
        .slice(1, -1)
        .replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
  ['shell in JSON', (value: string) => JSON.stringify(`'${value.replaceAll("'", `'\\''`)}'`).slice(2, -2)],
  ['CSV', (value: string) => value.replaceAll('"', '""')],
  ['JSON pointer', (value: string) => value.replaceAll('~', '~0').replaceAll('/', '~1')],
  ['percent', encodeURIComponent],
  [
    'percent in small letters',
    (value: string) => encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase()),
  ],
  ['form', (value: string) => new URLSearchParams({v: value}).toString().slice(2)],
  ['base64', (value: string) => Buffer.from(value).toString('base64')],
  ['base64 one byte on', (value: string) => Buffer.from(`x${value}yz`).toString('base64')],
  ['base64 two bytes on', (value: string) => Buffer.from(`xy${value}z`).toString('base64')],
  ['base64url', (value: string) => Buffer.from(value).toString('base64url')],
  ['hex', (value: string) => Buffer.from(value).toString('hex')],
  ['hex in capitals', (value: string) => Buffer.from(value).toString('hex').toUpperCase()],
  [
    'XML',
    (value: string) =>
      value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
  ],
  [
    'HTML',
    (value: string) =>
      value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  ],
  ['shell', (value: string) => value.replaceAll("'", `'\\''`)],
  ['UTF-16LE in base64', (value: string) => Buffer.from(value, 'utf16le').toString('base64')],
] as const) {
  it(`a registered value is masked in ${encoding}`, () => {
    const form = encode(PLANTED)
    const masked = redactorWith(PLANTED).text(`before ${form} after`)
    assert.match(masked, /^before [\w+/]{0,3}\[redacted:registered#1\][\w+/=]{0,6} after$/)
  })
}

it('equal values have equal numbers in every encoding, unequal ones do not', () => {
  const redactor = redactorWith('first-planted', 'second-planted')
  const hex = Buffer.from('first-planted').toString('hex')
  assert.is(
    redactor.text(`second-planted first-planted ${hex}`),
    '[redacted:registered#1] [redacted:registered#2] [redacted:registered#2]',
  )
})

it('one document made of several calls has one numbering', () => {
  const scope = redactorWith('first-planted', 'second-planted').document()
  assert.is(scope.text('first-planted'), '[redacted:registered#1]')
  assert.equal(scope.value({a: 'second-planted', b: 'first-planted'}), {
    a: '[redacted:registered#2]',
    b: '[redacted:registered#1]',
  })
})

it('a short value is masked as a whole word only; one, two and words like true are ignored', () => {
  const redactor = new Redactor()
  assert.is(redactor.register('zq7k'), 'whole-word')
  assert.is(redactor.register('zq'), 'ignored')
  assert.is(redactor.register('True'), 'ignored')
  assert.is(redactor.register('   '), 'ignored')
  assert.is(
    redactor.text('zq7k azq7k zq7kb "zq7k" true zq'),
    '[redacted:registered#1] azq7k zq7kb "[redacted:registered#1]" true zq',
  )
})

it('long lines of a value of several lines are masked on their own', () => {
  const redactor = redactorWith('short\nline-of-sixteen-and-more\nend\n')
  assert.is(redactor.text('a line-of-sixteen-and-more b short'), 'a [redacted:registered#1] b short')
})

it('a value may be registered with a rule of its own, also after it was found clean', () => {
  const redactor = new Redactor()
  assert.is(redactor.text('planted-late'), 'planted-late')
  redactor.register('planted-late', 'webhook-key')
  assert.is(redactor.text('planted-late'), '[redacted:webhook-key#1]')
  assert.equal(redactor.counts(), {'webhook-key': 1})
})

it('a secret inside a forged mark is masked', () => {
  const redactor = redactorWith('hunter-two')
  assert.not.ok(redactor.text('[redacted:hunter-two#1]').includes('hunter-two'))
})

it('a secret split by terminal sequences or invisible characters is masked', () => {
  const redactor = redactorWith('planted-value')
  for (const split of ['\u001b[1m', '\u200b', '\u202e', '\0', '\u001b]8;;x\u0007']) {
    assert.not.match(redactor.text(`x planted${split}-value y`), /planted|value/, JSON.stringify(split))
  }
})

it('a number that is a registered value is masked in a document', () => {
  const redactor = redactorWith('7290134455')
  assert.equal(redactor.value({a: 7290134455, b: 7290134455n, c: 12}), {
    a: '[redacted:registered#1]',
    b: '[redacted:registered#1]',
    c: 12,
  })
})

it('a value that only the serialised document spells out is masked, and the document stays JSON', () => {
  const json = redactorWith('one","two').json(['one', 'two'])
  assert.not.ok(json.includes('one","two'))
  JSON.parse(json)
  JSON.parse(redactorWith('"one": 17').json({one: 17}))
})

it('bytes with a registered value are refused, also in UTF-16, others come back untouched', async () => {
  const redactor = redactorWith('planted-ü-value')
  const clean = Uint8Array.of(0, 255, 1, 2)
  assert.is(redactor.bytes(clean), clean)
  for (const encoding of ['utf8', 'utf16le', 'base64', 'hex'] as const) {
    const form =
      encoding === 'utf8' || encoding === 'utf16le'
        ? Buffer.from('planted-ü-value', encoding)
        : Buffer.from(Buffer.from('planted-ü-value').toString(encoding))
    await throwsCode(() => redactor.bytes(Buffer.concat([clean, form, clean])), 'evidence_refused')
  }
})

it('a value that lies across pieces is found with the last of them, wherever it is cut', async () => {
  const value = Buffer.from('planted-ü-value')
  for (let cut = 1; cut < value.length; cut++) {
    const pieces = redactorWith('planted-ü-value').pieces()
    const first = Buffer.concat([Buffer.alloc(1000, 1), value.subarray(0, cut)])
    assert.is(pieces(first), first)
    await throwsCode(async () => pieces(value.subarray(cut)), 'evidence_refused')
  }
  const single = redactorWith('planted-ü-value').pieces()
  for (const byte of value.subarray(0, -1)) single(Uint8Array.of(byte))
  await throwsCode(async () => single(value.subarray(-1)), 'evidence_refused')
})

it('the number of forms of a value is bounded and does not depend on its length', () => {
  assert.ok(encodingsOf('a'.repeat(10)).length < 80)
  assert.ok(encodingsOf(PLANTED.repeat(50)).length < 80)
})

it('planted values survive in no document, whatever stands around them', () => {
  const value = fc.string({minLength: 8, maxLength: 40, unit: 'grapheme'}).filter((text) => text.trim().length >= 8)
  const encode = fc.constantFrom(
    (text: string) => text,
    encodeURIComponent,
    (text: string) => Buffer.from(text).toString('hex'),
    (text: string) => JSON.stringify(text).slice(1, -1),
  )
  fc.assert(
    fc.property(
      value,
      encode,
      fc.tuple(fc.string(), fc.string()),
      fc.object(),
      (secret, form, [before, after], around) => {
        const redactor = redactorWith(secret)
        const planted = `${before}${form(secret)}${after}`
        const outputs = [
          redactor.text(planted),
          redactor.json({around, planted, [planted]: 1}),
          redactor.line([planted]),
        ]
        for (const output of outputs) {
          assert.not.ok(output.includes(form(secret)), output)
          assert.not.ok(output.includes(JSON.stringify(form(secret)).slice(1, -1)), output)
        }
      },
    ),
    {numRuns: 300},
  )
})

it('a secret that holds what looks like a mark of ours goes all the same, and marks stay as they are', () => {
  for (const secret of ['[redacted:registered#1]fzY8Vw', 'd3Hwmo[redacted:jwt#2]', 'a[redacted:cookie]b']) {
    const redactor = redactorWith(secret)
    const masked = redactor.text(`x ${secret} y [redacted:jwt#1]`)
    assert.is(masked, 'x [redacted:registered#1] y [redacted:jwt#1]')
    assert.is(redactor.text(masked), masked)
    assert.is(redactor.line([secret]), '["[redacted:registered#1]"]\n')
  }
})

it('a secret that stands in every mark does not make marks grow', () => {
  const redactor = redactorWith('redacted:registered', 'registered#1')
  const masked = redactor.text('x redacted:registered y')
  assert.is(masked, 'x [redacted:registered#1] y')
  assert.is(redactor.text(masked), masked)
})

it('a known secret is found in the hex of its UTF-16, and in letters of the other case', () => {
  for (const value of [`${'Zq8LmW3vXt7'}RkP2bNc5`, `${'Schlüssel'}-Zähler-7Q`]) {
    const redactor = new Redactor()
    redactor.register(value)
    const little = Buffer.from(value, 'utf16le')
    const hex = [little.toString('hex'), Buffer.from(little).swap16().toString('hex')]
    const upper = hex.map((text) => text.toUpperCase())
    for (const form of [...hex, ...upper, ...hex.map((text) => text.replaceAll(/..(?=.)/g, '$& '))])
      assert.match(redactor.text(`got ${form} .`), /^got (?:00)?\s*\[redacted:registered#1\]\s*(?:00)? \.$/, form)
    for (const form of [value.toUpperCase(), value.toLowerCase()])
      assert.is(redactor.text(`got ${form}.`), 'got [redacted:registered#1].')
  }
})

it('of a copy in the other case only the whole goes: the beginning of a name says nothing', () => {
  const redactor = new Redactor()
  redactor.register(`${'AcmeRobotics'}-Team-81x7`)
  assert.is(redactor.text('acmerobotics-team is here'), 'acmerobotics-team is here')
  assert.is(redactor.text('acmerobotics-team-81x7'), '[redacted:registered#1]')
})

it.run()
