import {crc32, deflateSync} from 'node:zlib'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {pngOf} from '#report/png'
import {pngFault} from '#report/png-fault'
import {spec} from '../../support/spec.ts'

const it = spec('pictures of pixels alone')
const picture = (width: number, height: number) =>
  Buffer.from(pngOf({width, height, rgb: Uint8Array.from({length: width * height * 3}, (_, at) => (at * 7) % 256)}))

function chunk(name: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(body.length, 0)
  framed.set(named, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

const HEAD = 8
const GOOD = picture(5, 3)
const END = GOOD.length - 12
const DATA = GOOD.indexOf('IDAT', 0, 'latin1') - 4
const header = GOOD.subarray(0, DATA)
const withData = (data: Uint8Array) => Buffer.concat([header, chunk('IDAT', data), GOOD.subarray(END)])
const rows = Buffer.alloc(3 * (1 + 3 * 5))

it('what we draw is one, of any size, also when its data are split', () => {
  for (const [width, height] of [
    [1, 1],
    [5, 3],
    [519, 64],
  ] as const)
    assert.is(pngFault(picture(width, height)), undefined)
  const packed = deflateSync(rows)
  const split = Buffer.concat([
    header,
    chunk('IDAT', packed.subarray(0, 5)),
    chunk('IDAT', packed.subarray(5)),
    GOOD.subarray(END),
  ])
  assert.is(pngFault(split), undefined)
})

const BAD: readonly [string, Buffer][] = [
  [
    'text beside the pixels',
    Buffer.concat([header, chunk('tEXt', Buffer.from('Comment\0secret')), GOOD.subarray(DATA)]),
  ],
  ['a time', Buffer.concat([GOOD.subarray(0, END), chunk('tIME', Buffer.alloc(7)), GOOD.subarray(END)])],
  ['bytes behind the end', Buffer.concat([GOOD, Buffer.from('secret')])],
  ['bytes in the end', Buffer.concat([GOOD.subarray(0, END), chunk('IEND', Buffer.from('secret'))])],
  ['bytes behind the pixels', withData(Buffer.concat([deflateSync(rows), Buffer.from('secret')]))],
  ['more rows than its size', withData(deflateSync(Buffer.concat([rows, rows])))],
  ['fewer rows than its size', withData(deflateSync(rows.subarray(0, 20)))],
  ['a row of a kind that there is not', withData(deflateSync(Buffer.from(rows).fill(9, 0, 1)))],
  ['pixels that are not packed', withData(rows)],
  ['no pixels', Buffer.concat([header, GOOD.subarray(END)])],
  [
    'a palette',
    Buffer.concat([
      header.subarray(0, HEAD),
      chunk('IHDR', Buffer.from([0, 0, 0, 5, 0, 0, 0, 3, 8, 3, 0, 0, 0])),
      GOOD.subarray(DATA),
    ]),
  ],
  [
    'a size beyond all',
    Buffer.concat([
      header.subarray(0, HEAD),
      chunk('IHDR', Buffer.from([0, 9, 0, 5, 0, 9, 0, 3, 8, 2, 0, 0, 0])),
      GOOD.subarray(DATA),
    ]),
  ],
  ['another signature', Buffer.concat([Buffer.from('GIF89a12'), GOOD.subarray(HEAD)])],
]

it('anything else in the file is a fault', () => {
  for (const [what, bytes] of BAD) assert.ok(pngFault(bytes), what)
  for (let length = 0; length < GOOD.length; length++) assert.ok(pngFault(GOOD.subarray(0, length)), String(length))
})

it('whatever one byte is changed to, it is found or ends', () => {
  const at = fc.integer({min: 0, max: GOOD.length - 1})
  fc.assert(
    fc.property(at, fc.integer({min: 1, max: 255}), (place, change) => {
      const bytes = Buffer.from(GOOD)
      bytes[place] = (bytes[place] ?? 0) ^ change
      assert.ok(pngFault(bytes))
    }),
    {numRuns: 300},
  )
})

it.run()
