import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {LineRedactor, Redactor} from '#redact/redactor'
import {DEEP} from '../../support/depth.ts'
import {spec} from '../../support/spec.ts'

const it = spec('pieces of registered values')
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/'
const secret = (minLength: number, maxLength: number) =>
  fc.string({unit: fc.constantFrom(...SIGNS), minLength, maxLength}).filter((value) => new Set(value).size > 9)

function redactorWith(...values: string[]): Redactor {
  const redactor = new Redactor()
  for (const value of values) redactor.register(value)
  return redactor
}

/** The longest stretch of a value that a text still says. */
function leftOf(value: string, told: string, length: number): string | undefined {
  for (let at = 0; at + length <= value.length; at++) {
    const piece = value.slice(at, at + length)
    if (told.includes(piece)) return piece
  }
  return undefined
}

function varied(window: string): boolean {
  return new Set(window).size >= 4
}

it('twelve characters of a value go wherever they stand in it and in the text', () => {
  fc.assert(
    fc.property(secret(30, 300), fc.nat(), fc.integer({min: 12, max: 60}), fc.nat(20), (value, place, length, lead) => {
      const at = place % (value.length - 12)
      const piece = value.slice(at, at + length)
      fc.pre(varied(piece.slice(0, 12)) && !/^[a-z]+$|^[A-Z][a-z]*$|^[A-Z]+$/.test(piece))
      const told = redactorWith(value).text(`${'§ '.repeat(lead)}[${piece}] and so on`)
      assert.not(told.includes(piece), `${told} still says ${piece}`)
      assert.match(told, /\[redacted:registered#1\]/)
    }),
    {seed: 11, numRuns: DEEP ? 500 : 150},
  )
})

it('pieces of base64 and of hex out of the middle go too, from as much as twelve characters are', () => {
  const value = `Zx9${'kQ4mT7'.repeat(3)}vB2nL8wPq5Rj3Hd6Sf1Gy0Cu`
  const base64 = Buffer.from(`${'user'}:${value}`).toString('base64')
  const hex = Buffer.from(value).toString('hex')
  for (const piece of [base64.slice(21, 41), hex.slice(20, 46), hex.slice(21, 47)]) {
    const told = redactorWith(value).text(`a = "${piece}"`)
    assert.match(told, /\[redacted:registered#1\]/, piece)
  }
})

it('one among hundreds of long values is found, and equal pieces have the number of their value', () => {
  const values = Array.from({length: 300}, (_, at) =>
    Array.from({length: 40}, (_, part) => (at * 7_919 + part * 104_729 + 1_000_003).toString(36)).join('-'),
  )
  const redactor = redactorWith(...values)
  const piece = (values[211] ?? '').slice(70, 90)
  assert.is(redactor.text(`x ${piece} y ${values[211]}`), 'x [redacted:registered#1] y [redacted:registered#1]')
})

it('words, hosts and lines of one sign that a value happens to hold stay', () => {
  const redactor = redactorWith(
    `postgres://app:${'Vb7kQ2'}xW9mLp@db.internal.example.com:5432/production_orders`,
    `${'Vb7kQ2'}xW9mLp--------------------------Zq8`,
  )
  for (const text of ['at db.internal.example.com now', 'production_orders', '--------------------------------'])
    assert.is(redactor.text(text), text)
})

/** As xxd, hexdump, od, tcpdump and curl print bytes. */
function dumpOf(bytes: Buffer, format: (row: Buffer, offset: number) => string, width: number): string[] {
  const rows = Math.ceil(bytes.length / width)
  return Array.from({length: rows}, (_, row) => format(bytes.subarray(row * width, (row + 1) * width), row * width))
}

const shown = (row: Buffer) => row.toString('latin1').replace(/[^ -~]/g, '.')
const pairs = (row: Buffer) => [...row].map((byte) => byte.toString(16).padStart(2, '0'))
const words = (row: Buffer, size: number, isLittle: boolean) =>
  Array.from({length: Math.ceil(row.length / size)}, (_, at) => {
    const word = pairs(row.subarray(at * size, (at + 1) * size))
    return (isLittle ? word.toReversed() : word).join('')
  })
const inHex = (offset: number, digits: number) => offset.toString(16).padStart(digits, '0')
const inOctal = (offset: number) => offset.toString(8).padStart(7, '0')
const cellOf = (byte: number) => {
  if (byte === 10) return '\\n'
  return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : byte.toString(8).padStart(3, '0')
}
const FORMATS: Readonly<Record<string, (row: Buffer, offset: number) => string>> = {
  xxd: (row, offset) => `${inHex(offset, 8)}: ${words(row, 2, false).join(' ').padEnd(39)}  ${shown(row)}`,
  'xxd -g1': (row, offset) => `${inHex(offset, 8)}: ${pairs(row).join(' ').padEnd(47)}  ${shown(row)}`,
  'xxd -e': (row, offset) => `${inHex(offset, 8)}: ${words(row, 4, true).join(' ').padEnd(35)}   ${shown(row)}`,
  'hexdump -C': (row, offset) =>
    `${inHex(offset, 8)}  ${`${pairs(row.subarray(0, 8)).join(' ')}  ${pairs(row.subarray(8)).join(' ')}`.trimEnd().padEnd(48)}  |${shown(row)}|`,
  hexdump: (row, offset) => `${inHex(offset, 7)} ${words(row, 2, true).join(' ')}`,
  'od -An -tx1': (row) => ` ${pairs(row).join(' ')}`,
  'od -tx1': (row, offset) => `${inOctal(offset)} ${pairs(row).join(' ')}`,
  'od -tx1z': (row, offset) => `${inOctal(offset)} ${pairs(row).join(' ').padEnd(47)}  >${shown(row)}<`,
  'od -tx2': (row, offset) => `${inOctal(offset)} ${words(row, 2, true).join(' ')}`,
  'od -tx4': (row, offset) => `${inOctal(offset)} ${words(row, 4, true).join(' ')}`,
  od: (row, offset) =>
    `${inOctal(offset)}${words(row, 2, true)
      .map((word) => ` ${Number.parseInt(word, 16).toString(8).padStart(6, '0')}`)
      .join('')}`,
  'od -tx1c': (row, offset) =>
    `${inOctal(offset)}${pairs(row)
      .map((pair) => `  ${pair}`)
      .join('')}\n${' '.repeat(7)}${[...row].map((byte) => cellOf(byte).padStart(4)).join('')}`,
  'xxd -b': (row, offset) =>
    `${inHex(offset, 8)}: ${[...row]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join(' ')
      .padEnd(143)}  ${shown(row)}`,
  'od -b': (row, offset) =>
    `${inOctal(offset)}${[...row].map((byte) => ` ${byte.toString(8).padStart(3, '0')}`).join('')}`,
  'od -c': (row, offset) => `${inOctal(offset)}${[...row].map((byte) => cellOf(byte).padStart(4)).join('')}`,
  'od -An -c': (row) => [...row].map((byte) => cellOf(byte).padStart(4)).join(''),
  'curl --trace': (row, offset) => `${inHex(offset, 4)}: ${pairs(row).join(' ').padEnd(47)} ${shown(row)}`,
  'tcpdump -X': (row, offset) =>
    `\t0x${inHex(offset, 4)}:  ${words(row, 2, false).join(' ').padEnd(39)}  ${shown(row)}`,
}

/** All that a dump says in any of its columns, joined. */
function saidBy(told: string): string[] {
  const lines = told.split('\n').map((line) => line.replace(/^\s*(?:0x)?[\da-f]{4,8}:? /, '').trimEnd())
  const digits = lines.map((line) => line.replace(/ {2,}\S.*$/, '').replace(/[^\da-f]/g, ''))
  return [told, told.replaceAll(/[ \n]/g, ''), Buffer.from(digits.join(''), 'hex').toString('latin1')]
}

for (const [name, format] of Object.entries(FORMATS)) {
  it(`a value in the output of ${name} goes in every column, at any width and offset, in files and line by line`, () => {
    const width = name.startsWith('xxd') ? fc.constantFrom(8, 16, 24, 32) : fc.constant(16)
    fc.assert(
      fc.property(secret(26, 260), width, fc.nat(20), fc.nat(20), (value, columns, before, after) => {
        const bytes = Buffer.from(`${'.'.repeat(before)}${value}${'\n'.repeat(Math.min(1, after))}${'.'.repeat(after)}`)
        const lines = dumpOf(bytes, format, columns)
        const redactor = redactorWith(value)
        const child = new LineRedactor(redactor)
        const streamed = lines.map((line) => child.push(`${line}\n`)).join('') + child.end()
        for (const told of [redactor.text(lines.join('\n')), streamed]) {
          for (const said of saidBy(told)) assert.is(leftOf(value, said, 6), undefined, told)
          const kept = lines.filter((line) => told.includes(line))
          const first = Math.floor(before / columns)
          const last = Math.floor((before + value.length - 1) / columns)
          assert.equal(
            kept.filter((line) => lines.indexOf(line) >= first && lines.indexOf(line) <= last),
            [],
            told,
          )
        }
      }),
      {seed: 5, numRuns: DEEP ? 60 : 20},
    )
  })
}

it('a line behind a dump is told as it was, and lines of words and numbers are no dumps', () => {
  const child = new LineRedactor(redactorWith(`Zx9kQ4mT7${'vB2nL8wPq5'}Rj3Hd6Sf`))
  const lines = [
    '00000000: 6162 6364 6566                           abcdef',
    'done',
    '   a',
    'dead letter',
    '2026 was good',
  ]
  assert.is(lines.map((line) => child.push(`${line}\n`)).join('') + child.end(), `${lines.join('\n')}\n`)
  assert.is(child.push('cafe is open\n'), 'cafe is open\n')
})

for (const [name, join] of [
  ['behind a comment sign', (pieces: readonly string[]) => pieces.map((piece) => `# ${piece}`).join('\n')],
  ['in quotes with a plus', (pieces: readonly string[]) => pieces.map((piece) => `"${piece}"`).join(' +\n    ')],
  ['in quotes one after the other', (pieces: readonly string[]) => pieces.map((piece) => `'${piece}'`).join('\n  ')],
] as const) {
  it(`a value cut into short pieces over lines of one text goes: ${name}`, () => {
    fc.assert(
      fc.property(secret(30, 200), fc.integer({min: 5, max: 11}), (value, width) => {
        const pieces = value.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
        const told = redactorWith(value).text(`before\n${join(pieces)}\nafter`)
        for (const piece of pieces.filter(({length}) => length > 3)) assert.not(told.includes(piece), told)
        assert.match(told, /^before\n/)
        assert.match(told, /\nafter$/)
      }),
      {seed: 3, numRuns: DEEP ? 300 : 100},
    )
  })
}

it.run()
