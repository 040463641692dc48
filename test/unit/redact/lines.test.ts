import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {LineBuffer} from '#redact/line-buffer'
import {LineRedactor, Redactor} from '#redact/redactor'
import {spec} from '../../support/spec.ts'

const it = spec('lines of a child')
const PLANTED = `planted-${'välue'}-1`
const KEY = `-----BEGIN ${'PRIVATE'} KEY-----\r\nMIIEabc\r\nabc=\r\n-----END ${'PRIVATE'} KEY-----\r\n`

function lines(): LineRedactor {
  const redactor = new Redactor()
  redactor.register(PLANTED)
  return new LineRedactor(redactor)
}

it('nothing leaves before its line is whole, the rest leaves at the end', () => {
  const child = lines()
  assert.is(child.push('one planted-vä'), '')
  assert.is(child.push('lue-1 two\nthree'), 'one [redacted:registered#1] two\n')
  assert.is(child.end(), 'three')
  assert.is(child.end(), '')
})

it('the cut of chunks changes nothing, not even inside a character', () => {
  const bytes = Buffer.from(`a ${PLANTED} ü€😀\n${KEY}b\n\nlast ${PLANTED}`)
  const whole = lines()
  const expected = whole.push(bytes) + whole.end()
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), {maxLength: 12}), (cuts) => {
      const child = lines()
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length]
      const told = places.slice(1).map((end, at) => child.push(bytes.subarray(places[at], end)))
      assert.is(told.join('') + child.end(), expected)
    }),
  )
})

it('a private key is dropped as a block, also one that never ends', () => {
  const child = lines()
  assert.is(child.push(`before\n${KEY}after\n`), 'before\n[redacted:private-key#1]\r\nafter\n')
  const [begin = ''] = KEY.split('\r\n')
  assert.is(child.push(`${begin}\nMIIEsecret\n`), '')
  assert.not.match(child.end(), /MIIE/)
  const other = lines()
  assert.match(other.push(`${begin}\nMIIEsecret\n[info] going on\n`), /^\[redacted:private-key#1\]\[info\] going on\n$/)
})

it('a private key goes as a block also where a logger puts its words before every line', () => {
  const lead = '2026-11-21T07:42:33.123Z [info] '
  const told = lines().push([...KEY.trimEnd().split('\r\n'), 'going on.'].map((line) => `${lead}${line}\n`).join(''))
  assert.is(told, `${lead}[redacted:private-key#1]\n${lead}going on.\n`)
})

it('a token in base64 that is wrapped at any width leaves none of its lines, not even the short last one', () => {
  const signs = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
  const token = fc.string({unit: signs, minLength: 24, maxLength: 90})
  fc.assert(
    fc.property(token, fc.integer({min: 16, max: 76}), fc.constantFrom('', 'user:'), (value, width, lead) => {
      const redactor = new Redactor()
      redactor.register(value)
      const child = new LineRedactor(redactor)
      const whole = Buffer.from(lead + value).toString('base64')
      const wrapped = whole.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
      // One sign before the padding says half a character. Lines without all kinds of signs are taken for words until one has them.
      fc.pre(/\d/.test(wrapped[0] ?? '') && /[A-Z]/.test(wrapped[0] ?? '') && /[a-z]/.test(wrapped[0] ?? ''))
      // The first characters are those of what stands before it, and of no token.
      const secret = lead === '' ? wrapped : wrapped.slice(1)
      const told = ['Begin', ...wrapped, 'Done', 'End'].map((line) => child.push(`${line}\n`)).join('') + child.end()
      const left = told.split('\n').filter((line) => secret.includes(line) && !/^.?=*$/.test(line))
      assert.equal(left, [], told)
      assert.match(told, /^Begin\n/)
      assert.match(told, /Done\nEnd\n$/)
    }),
    {seed: 7, numRuns: 2000},
  )
})

it('a line of words is told at once, whatever may come after it', () => {
  for (const line of ['ListeningOnAllPorts', 'node-modules-are-there', 'done', 'COMMIT2024', 'release/2026.11']) {
    const child = lines()
    assert.is(child.push(`${line}\n`), `${line}\n`)
  }
})

it('a line is at most 64 KiB after masking and says that it was cut', () => {
  const child = lines()
  const told = child.push(`${'ü'.repeat(40_000)}\nnext\n`)
  const [first = '', second] = told.split('\n')
  assert.ok(Buffer.byteLength(first) < 65_536)
  assert.match(first, /\[line cut\]$/)
  assert.is(second, 'next')
})

it('a line without an end costs bounded memory, and no secret shows at its cut', () => {
  const child = lines()
  let told = ''
  for (let chunk = 0; chunk < 400; chunk++) told += child.push(`${'x'.repeat(1_009)}${PLANTED}`)
  told += child.push('\nnext\n')
  assert.ok(told.length < 70_000)
  assert.not.ok(told.includes('planted'))
  assert.match(told, /\[line cut\]\nnext\n$/)
})

it('output of a child is linear in its input: a character in gives at most a mark of 26 characters out', () => {
  for (const unit of ['\r', '\u001b', 'a=b&', PLANTED, 'x://a?b ', '/tmp/a ']) {
    const text = unit.repeat(500)
    assert.ok(lines().push(`${text}\n`).length <= text.length * 26, JSON.stringify(unit))
  }
})

it('empty lines come many at a time, and end what was held back as one alone does', () => {
  const buffer = new LineBuffer()
  const texts = buffer.push('\n'.repeat(10_000))
  assert.is(texts.join(''), '\n'.repeat(10_000))
  assert.ok(texts.length < 200, `${texts.length} texts`)
  for (const before of ['half a line', `${'QUJD'.repeat(16)}\n`, '-----BEGIN PRIVATE KEY-----\nQUJD\n', '']) {
    const [apart, together] = [new LineBuffer(), new LineBuffer()]
    const one = [before, '\n', '\n', '\n', 'more\n'].flatMap((text) => apart.push(text)).concat(apart.end())
    const all = together.push(`${before}\n\n\nmore\n`).concat(together.end())
    const plain = (lines: readonly string[]) =>
      lines.join('|').replaceAll(/\n(?:\|\n)+/g, (run) => run.replaceAll('|', ''))
    assert.is(plain(all), plain(one))
  }
})

it.run()
