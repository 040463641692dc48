import * as assert from 'uvu/assert'
import {encodingsOf} from '#redact/encodings'
import {LineRedactor, Redactor} from '#redact/redactor'
import {spec} from '../../support/spec.ts'

const it = spec('values spelled out')
const VALUE = `pl4nted/${'value'}+"<ü& 1`
const BYTES = [...Buffer.from(VALUE)]
const hex = (byte: number) => byte.toString(16).padStart(2, '0')
const wrapped = (text: string, columns: number, end: string) =>
  (text.match(new RegExp(`.{1,${columns}}`, 'g')) ?? []).join(end)
const LONG = `${'head of a file '.repeat(12)}${VALUE}${' and its tail'.repeat(12)}`

function redactorWith(...values: string[]): Redactor {
  const redactor = new Redactor()
  for (const value of values) redactor.register(value)
  return redactor
}

const FORMS: Readonly<Record<string, string>> = {
  'hex with colons': BYTES.map(hex).join(':'),
  'hex with spaces': BYTES.map(hex).join(' '),
  'hex with dashes in capitals': BYTES.map((byte) => hex(byte).toUpperCase()).join('-'),
  'hex as C has it': `{${BYTES.map((byte) => `0x${hex(byte)}`).join(', ')}}`,
  'hex as Python has a list of texts': `[${BYTES.map((byte) => `'0x${hex(byte)}'`).join(', ')}]`,
  'hex as JSON has a list of texts': JSON.stringify(BYTES.map(hex)),
  'numbers as JSON has a list of texts': JSON.stringify(BYTES.map(String)),
  'hex in groups of four': (
    BYTES.map(hex)
      .join('')
      .match(/.{1,4}/g) ?? []
  ).join(' '),
  'hex on several lines': wrapped(BYTES.map(hex).join(''), 16, '\n'),
  'escapes of bytes': BYTES.map((byte) => `\\x${hex(byte)}`).join(''),
  'octal escapes': BYTES.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  'a list of bytes': `[${BYTES.join(', ')}]`,
  'a list without spaces': `[${BYTES.join(',')}]`,
  'a list one a line': `[\n${BYTES.map((byte) => `      ${byte}`).join(',\n')}\n]`,
  'a list in escaped JSON': `[\\n  ${BYTES.join(',\\n  ')}\\n]`,
  'signed bytes': `[${BYTES.map((byte) => (byte > 127 ? byte - 256 : byte)).join(', ')}]`,
  'a buffer as JSON': JSON.stringify(Buffer.from(VALUE)),
  'numeric entities': [...VALUE].map((character) => `&#${character.codePointAt(0)};`).join(''),
  'hexadecimal entities': [...VALUE].map((character) => `&#x${character.codePointAt(0)?.toString(16)};`).join(''),
  'entities of entities': [...VALUE].map((character) => `&amp;#${character.codePointAt(0)};`).join(''),
  'percent codes of all characters': BYTES.map((byte) => `%${hex(byte)}`).join(''),
  'percent codes of some characters': encodeURIComponent(VALUE).replace(
    /[aeiou]/g,
    (one) => `%${hex(one.charCodeAt(0))}`,
  ),
  'percent codes twice': encodeURIComponent(encodeURIComponent(VALUE)),
  'percent codes three times': encodeURIComponent(encodeURIComponent(encodeURIComponent(VALUE))),
  'JSON escapes of all characters': [...VALUE]
    .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join(''),
  'JSON escapes escaped again': [...VALUE]
    .map((one) => `\\\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join(''),
  'braced escapes': [...VALUE].map((one) => `\\u{${one.charCodeAt(0).toString(16)}}`).join(''),
  'quoted-printable': BYTES.map((byte) => `=${hex(byte).toUpperCase()}`).join(''),
  'base64 wrapped at 76': wrapped(Buffer.from(LONG).toString('base64'), 76, '\n'),
  'base64 wrapped at 64': wrapped(Buffer.from(LONG).toString('base64'), 64, '\r\n'),
  'base64 wrapped and indented': wrapped(Buffer.from(LONG).toString('base64'), 64, '\n    '),
  'base64 wrapped in JSON': wrapped(Buffer.from(LONG).toString('base64'), 76, '\\n'),
}

/** What a stranger would look for: any three characters of the value in a row, in the form it was given. */
for (const [name, form] of Object.entries(FORMS)) {
  it(`a registered value is masked as ${name}, in text, in a document and in a child's output`, () => {
    const redactor = redactorWith(VALUE)
    const masked = redactor.text(`before ${form} after`)
    assert.match(masked, '[redacted:registered#1]', masked)
    assert.ok(masked.length < form.length + 'before  after'.length, masked)
    assert.match(redactor.json({said: form}), '[redacted:registered#1]')
    assert.ok(redactor.findInText(form).length > 0)
    const lines = new LineRedactor(redactor)
    const said = lines.push(`first line\n${form}\nlast line\n`) + lines.end()
    assert.match(said, '[redacted:registered#1]', said)
    assert.match(said, /^first line\n[\s\S]*last line\n$/)
  })
}

const PLAIN = 'hunter2-Zx81q7"Wn4\\\\mKp'
const PARTED: Readonly<Record<string, string>> = {
  'letters with dashes': [...PLAIN].join('-'),
  'letters with blanks': [...PLAIN].join(' '),
  'letters with dots': [...PLAIN].join('.'),
  'a list of letters': `['${[...PLAIN.replaceAll('"', '')].join("', '")}']`,
  'JSON in JSON in JSON in JSON': [1, 2, 3, 4].reduce((text) => JSON.stringify(text), PLAIN),
  'cut by a terminal after three characters': `2026-11-21 07:42:33 the answer was ${PLAIN.slice(0, 3)}\n${PLAIN.slice(3)} there`,
  'cut by a terminal in the middle': `2026-11-21 07:42:33 ${PLAIN.slice(0, 9)}\r\n  ${PLAIN.slice(9)} there`,
}

for (const [name, form] of Object.entries(PARTED)) {
  it(`a registered value is masked as ${name}`, () => {
    const redactor = redactorWith(PLAIN, PLAIN.replaceAll('"', ''))
    const masked = redactor.text(`before ${form} after`)
    assert.match(masked, '[redacted:registered#1]', masked)
    assert.not.match(masked, /ter2|t.e.r.2|Zx81|Z.x.8.1/, masked)
    assert.match(masked, /^before [\s\S]* after$/)
  })
}

const TOKEN = 'Zq9LL5DZPjN0MEQ7wjJJibaZx8abKD93kf02LsmvQ8rTy3ZxWnPo71UhGgEeCc'
const FOLDS = {
  'line ends': '\n',
  'indented lines': '\n    ',
  'a shell': '\\\n',
  'blanks, once one line was made of it': ' ',
}

for (const [name, end] of Object.entries(FOLDS)) {
  it(`a registered value that is wrapped is masked whole: ${name}`, () => {
    const redactor = redactorWith(TOKEN)
    for (const columns of [20, 16, 12, ...(end === ' ' ? [] : [9, 5])]) {
      const masked = redactor.text(`before ${wrapped(TOKEN, columns, end)} after`)
      assert.is(masked, 'before [redacted:registered#1] after', `${columns}`)
    }
    const base64 = redactor.text(`before ${wrapped(Buffer.from(TOKEN).toString('base64'), 16, end)} after`)
    assert.match(base64, /^before \[redacted:registered#1\]\S{0,3} after$/)
  })
}

it('a value of ASCII is masked as UTF-16 whose zeros are written out', () => {
  const value = 'kQ7vXz2LmR9tBw4NcYp8-HsJd/F6gTaE3'
  const redactor = new Redactor()
  redactor.register(value)
  for (const zero of ['\\x00', '\\u0000', '\\0', '%00'])
    for (const text of [[...value].join(zero), `${zero}${[...value].join(zero)}`]) {
      const spelled = zero === '%00' ? text.replaceAll('/', '%2F') : text
      assert.not.match(redactor.text(`b'${spelled}'`), 'Q', zero)
    }
})

it('what stands behind the beginning of a value and is not its rest stays', () => {
  const redactor = redactorWith(TOKEN)
  assert.is(redactor.text(`${TOKEN.slice(0, 20)} and so on`), '[redacted:registered#1] and so on')
})

it('words at the ends of lines and lists of letters stay', () => {
  const redactor = redactorWith('hunter2-Zx81q7', 'fedcbahg')
  const text = 'a long line of text that ends in hunter\nother words follow, a b c d e f and x-y-z-1-2-3\n'
  assert.is(redactor.text(text), text)
})

it('base32 of every place in a group is found, as RFC 4648 spells it', () => {
  const vectors: [string, string][] = [
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ]
  for (const [text, base32] of vectors.slice(4)) {
    assert.ok(
      encodingsOf(text.padEnd(6, 'r')).some((form) => form.startsWith(base32.slice(0, 8))),
      text,
    )
  }
  const masked = redactorWith('foobar').text('x MZXW6YTBOI====== y')
  assert.match(masked, '[redacted:registered#1]')
})

it('the last number of a list counts, also before the suffix of a file or the end of a sentence', () => {
  const redactor = redactorWith('ZwGgr.')
  const bytes = [...Buffer.from('ZwGgr.')].join(',')
  for (const end of ['', '.txt', '. ', '.', '\n']) assert.not.ok(redactor.text(`x ${bytes}${end}`).includes('103'), end)
  assert.is(redactor.text('90,119,71,103,114,46.5'), '90,119,71,103,114,46.5')
})

it('the first number of a list counts below zero too, and dashes may part the numbers', () => {
  const value = '🔑DMDMHaiR😀MrP'
  const bytes = [...Buffer.from(value)]
  const redactor = redactorWith(value)
  const signed = bytes.map((byte) => (byte > 127 ? byte - 256 : byte)).join(', ')
  for (const before of ['', 'out/', 'bytes: ', 'name', '['])
    for (const list of [signed, bytes.join('-'), bytes.join(' - ')])
      assert.match(redactor.text(`${before}${list}.txt`), `${before}[redacted:registered#1].txt`)
})

it('a list of bytes in a document goes as a whole, other lists stay', () => {
  const redactor = redactorWith(VALUE)
  assert.equal(redactor.value({data: [1, ...BYTES, 2], other: [1, 2, 3, 4, 5, 6, 7, 8]}), {
    data: '[redacted:registered#1]',
    other: [1, 2, 3, 4, 5, 6, 7, 8],
  })
  assert.equal(redactor.find({data: BYTES}), [{pointer: '/data', rule: 'registered'}])
})

it('what somebody else cut is masked from twelve characters or three fifths on, at either end', () => {
  const long = 'Zx81q7Wn4mKpT5vB9cYd'
  const short = 'bR6tHx2e'
  const redactor = redactorWith(long, short)
  for (let kept = 12; kept < long.length; kept++) {
    assert.is(redactor.text(`(${long.slice(0, kept)}…)`), '([redacted:registered#1]…)')
    assert.is(redactor.text(`(…${long.slice(-kept)})`), '(…[redacted:registered#1])')
  }
  for (let kept = 6; kept < short.length; kept++) assert.not.match(redactor.text(`(${short.slice(0, kept)})`), /bR6t/)
  const base64 = Buffer.from(long).toString('base64')
  assert.not.match(redactor.text(`(${base64.slice(0, 20)}`), base64.slice(0, 20))
  assert.is(redactor.text('(Zx81q7Wn4mK)'), '(Zx81q7Wn4mK)')
})

it('what everybody may know of a value is not enough to mask a text', () => {
  const redactor = redactorWith(
    'https://hooks.example.com/services/T0/B0/Zx81q7Wn4mKp',
    ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxIn0', 'Zx81q7Wn4mKp'].join('.'),
    'postgres7',
  )
  for (const text of ['https://hooks.example.com/docs', 'eyJhbGciOiJIUzI1NiJ9', 'postgresql runs', 'a postgresq b'])
    assert.not.match(redactor.text(text), 'registered')
})

it('lines of data are held until they end and none is lost', () => {
  const redactor = redactorWith(VALUE)
  const lines = Array.from({length: 5_000}, (_, at) =>
    at % 7 === 0 ? '' : at % 3 === 0 ? `word ${at}` : `${at % 256}, ${at % 99},`,
  )
  const buffer = new LineRedactor(redactor)
  const said = lines.map((line) => buffer.push(`${line}\n`)).join('') + buffer.end()
  assert.is(said, lines.map((line) => `${line}\n`).join(''))
})

const FOLDED = 'zq8Jk2LmNw4Rt6Yx'

it('a value in one text is masked however short the pieces are that line ends cut it into', () => {
  const redactor = redactorWith(FOLDED)
  for (const width of [1, 2, 4, 8, 12]) {
    const masked = redactor.text(`before ${wrapped(FOLDED, width, '\n')} after`)
    assert.is(masked, 'before [redacted:registered#1] after', String(width))
  }
})

it('a value with a sign between its characters is masked with one before or behind it, too', () => {
  const redactor = redactorWith(FOLDED)
  for (const sign of ['-', '_', '/', '+', '*', '|', ',', '.']) {
    const spelled = [...FOLDED].join(sign)
    for (const text of [spelled, `${spelled}${sign}`, `a ${sign}${spelled} b`, `(${spelled}${sign})`])
      assert.match(redactor.text(text), '[redacted:registered#1]', text)
  }
})

it.run()
