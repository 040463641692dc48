import {crc32, inflateSync} from 'node:zlib'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {type Image, pngOf, stripOf} from '#report/png'
import {spec} from '../../support/spec.ts'

const it = spec('png')
const anImage = fc
  .tuple(fc.integer({min: 1, max: 20}), fc.integer({min: 1, max: 20}))
  .chain(([width, height]) =>
    fc.uint8Array({minLength: 3 * width * height, maxLength: 3 * width * height}).map((rgb) => ({width, height, rgb})),
  )

/** Reads a PNG by its chunks, checking every sum. */
function decoded(png: Uint8Array): Image {
  const bytes = Buffer.from(png)
  assert.is(bytes.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const body = bytes.subarray(at + 4, at + 8 + length)
    assert.is(bytes.readUInt32BE(at + 8 + length), crc32(body))
    chunks.set(body.subarray(0, 4).toString('latin1'), body.subarray(4))
    at += length + 12
  }
  assert.equal([...chunks.keys()], ['IHDR', 'IDAT', 'IEND'])
  const header = chunks.get('IHDR')!
  assert.equal([...header.subarray(8)], [8, 2, 0, 0, 0])
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const rows = inflateSync(chunks.get('IDAT')!)
  assert.is(rows.length, height * (1 + 3 * width))
  const rgb = Buffer.concat(
    Array.from({length: height}, (_, row) => {
      assert.is(rows[row * (1 + 3 * width)], 0)
      return rows.subarray(row * (1 + 3 * width) + 1, (row + 1) * (1 + 3 * width))
    }),
  )
  return {width, height, rgb: new Uint8Array(rgb)}
}

it('every image comes back pixel for pixel', () => {
  fc.assert(fc.property(anImage, (image) => assert.equal(decoded(pngOf(image)), image)))
})

it('a strip holds its images side by side with a line between them', () => {
  const red = {width: 2, height: 1, rgb: Uint8Array.of(255, 0, 0, 255, 0, 0)}
  const blue = {width: 1, height: 1, rgb: Uint8Array.of(0, 0, 255)}
  const strip = stripOf([red, blue])
  assert.equal([strip.width, strip.height], [4, 1])
  assert.equal([...strip.rgb], [255, 0, 0, 255, 0, 0, 200, 200, 200, 0, 0, 255])
})

it.run()
