import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {type Decoded, decodeClip} from '#provider/media/avi-reader'
import {clipFrames, pictureOfRgb, writeAvi} from '#provider/media/avi-writer'
import {resized} from '#provider/media/frame-size'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('avi')
const AVI = 'video/x-msvideo'

const noise = (width: number, height: number, salt: number) =>
  Uint8Array.from({length: width * height * 3}, (_, at) => (at * 31 + salt * 97) % 256)

function written(width: number, height: number, count: number, fps = 8): Buffer {
  const pictures = Array.from({length: count}, (_, at) => pictureOfRgb(noise(width, height, at), width, height))
  return Buffer.from(writeAvi(pictures, fps))
}

const faultOf = (found: Decoded) =>
  found.kind === 'clip' ? 'none' : found.kind === 'broken' ? found.fault : found.format

/** Where the content of the first chunk of a name begins. */
const contentOf = (bytes: Buffer, name: string) => bytes.indexOf(name, 0, 'latin1') + 8

it('what is written is read again, to the byte, whatever its size', () => {
  const size = fc.integer({min: 1, max: 9})
  fc.assert(
    fc.property(
      size,
      size,
      fc.integer({min: 1, max: 4}),
      fc.constantFrom(1, 5, 12.5, 24),
      (width, height, count, fps) => {
        const found = decodeClip(written(width, height, count, fps), AVI)
        if (found.kind !== 'clip') throw new Error(faultOf(found))
        assert.equal([found.clip.width, found.clip.height, found.clip.fps], [width, height, fps])
        assert.equal(
          found.clip.frames.map((frame) => Buffer.from(frame)),
          Array.from({length: count}, (_, at) => Buffer.from(noise(width, height, at))),
        )
      },
    ),
    {numRuns: 40},
  )
})

it('a clip that is cut off anywhere is broken, and so is one byte and a header with nothing in it', () => {
  const whole = written(3, 2, 2)
  const [movie] = [whole.indexOf('idx1', 0, 'latin1')]
  for (let length = 0; length < movie; length++)
    assert.is(decodeClip(whole.subarray(0, length), AVI).kind, 'broken', String(length))
  assert.is(faultOf(decodeClip(Uint8Array.of(0), AVI)), 'it is no RIFF of type AVI')
  assert.is(faultOf(decodeClip(Buffer.from('RIFF\x04\x00\x00\x00AVI '), AVI)), 'it has no video stream')
})

it('whatever is changed in it, reading ends with a clip, a name or a fault', () => {
  const whole = written(4, 4, 3)
  const change = fc.tuple(fc.integer({min: 0, max: whole.length - 1}), fc.integer({min: 0, max: 255}))
  fc.assert(
    fc.property(fc.array(change, {minLength: 1, maxLength: 6}), (changes) => {
      const bytes = Buffer.from(whole)
      for (const [at, value] of changes) bytes[at] = value
      const found = decodeClip(bytes, AVI)
      if (found.kind === 'clip')
        assert.ok(found.clip.frames.every(({length}) => length === found.clip.width * found.clip.height * 3))
    }),
    {numRuns: 500},
  )
})

it('rows from the top, four bytes a pixel, lists of records and empty frames are read', () => {
  const topDown = written(2, 2, 1)
  const height = contentOf(topDown, 'strf') + 8
  topDown.writeInt32LE(-2, height)
  const found = decodeClip(topDown, AVI)
  const rows = found.kind === 'clip' ? [...(found.clip.frames[0] ?? [])] : []
  assert.equal(rows, [...noise(2, 2, 0).slice(6), ...noise(2, 2, 0).slice(0, 6)])

  const deep = written(4, 1, 1)
  deep.writeUInt16LE(32, contentOf(deep, 'strf') + 14)
  deep.writeInt32LE(3, contentOf(deep, 'strf') + 4)
  const four = decodeClip(deep, AVI)
  assert.equal(four.kind === 'clip' && [four.clip.width, four.clip.frames[0]?.length], [3, 9])

  const empty = Buffer.from(written(2, 2, 2))
  const second = empty.lastIndexOf('00db', empty.indexOf('idx1'), 'latin1')
  const size = empty.readUInt32LE(second + 4)
  const shorter = Buffer.concat([empty.subarray(0, second + 4), Buffer.alloc(4), empty.subarray(second + 8 + size)])
  shorter.writeUInt32LE(shorter.readUInt32LE(4) - size, 4)
  const list = shorter.lastIndexOf('LIST', second, 'latin1') + 4
  shorter.writeUInt32LE(shorter.readUInt32LE(list) - size, list)
  const again = decodeClip(shorter, AVI)
  assert.equal(again.kind === 'clip' && again.clip.frames.map((frame) => frame[0]), [0, 0])
})

it('what is not decoded is named: other containers, codecs, other depths', () => {
  assert.equal(decodeClip(Buffer.from('\0\0\0\x18ftypisom'), 'video/mp4'), {kind: 'unknown', format: 'video/mp4'})
  const motion = written(2, 2, 1)
  motion.write('MJPG', contentOf(motion, 'strf') + 16, 'latin1')
  assert.is(faultOf(decodeClip(motion, AVI)), 'video/x-msvideo MJPG')
  const coloured = written(2, 2, 1)
  coloured.writeUInt16LE(8, contentOf(coloured, 'strf') + 14)
  assert.is(faultOf(decodeClip(coloured, AVI)), 'video/x-msvideo of 8 bits')
})

it('a size or rate that is none is a fault, and a flood of chunks ends', () => {
  for (const [field, value] of [
    [4, 0],
    [4, 0x7fffffff],
    [8, 0],
  ] as const) {
    const bytes = written(2, 2, 1)
    bytes.writeInt32LE(value, contentOf(bytes, 'strf') + field)
    assert.is(faultOf(decodeClip(bytes, AVI)), 'its size is none')
  }
  const still = written(2, 2, 1)
  still.writeUInt32LE(0, contentOf(still, 'strh') + 20)
  assert.is(faultOf(decodeClip(still, AVI)), 'its rate is none')
  const flood = Buffer.concat([Buffer.from('RIFF\0\0\0\0AVI '), Buffer.alloc(8 * 200_000)])
  flood.writeUInt32LE(flood.length - 8, 4)
  assert.is(faultOf(decodeClip(flood, AVI)), 'it has too many chunks')
})

it('a clip larger than 64 MiB is refused before it is drawn, and resizing takes the pixel under each centre', async () => {
  assert.is(clipFrames({width: 2, height: 2, fps: 8, seconds: 0.01}), 1)
  await throwsCode(async () => clipFrames({width: 8000, height: 8000, fps: 30, seconds: 1}), 'out_of_range')
  const image = noise(2, 1, 3)
  const wide = resized(image, {width: 2, height: 1}, {width: 4, height: 2})
  assert.equal([...resized(wide, {width: 4, height: 2}, {width: 2, height: 1})], [...image])
})

it.run()
