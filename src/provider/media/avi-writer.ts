import {AssayError} from '#error/assay-error'

const BYTES_PER_PIXEL = 3
const MOST_BYTES = 64 * 1024 * 1024
const HAS_INDEX = 0x10
const KEY_FRAME = 0x10

/** A picture of a clip: width x height RGB, the top row first. */
export interface RgbPicture {
  readonly width: number
  readonly height: number
  colour(x: number, y: number): readonly [red: number, green: number, blue: number]
}

/** How large a clip is to be. */
export interface ClipSize {
  readonly width: number
  readonly height: number
  readonly fps: number
  readonly seconds: number
}

/** The number of its frames, at least one. Throws `out_of_range` for more than 64 MiB. */
export function clipFrames({width, height, fps, seconds}: ClipSize): number {
  const count = Math.max(1, Math.round(seconds * fps))
  if (count * width * height * BYTES_PER_PIXEL <= MOST_BYTES) return count
  throw new AssayError('out_of_range', 'the clip would be larger than 64 MiB')
}

/** A picture of RGB bytes `[height, width, 3]`, the top row first. */
export function pictureOfRgb(rgb: Uint8Array, width: number, height: number): RgbPicture {
  const at = (x: number, y: number, channel: number) => rgb[(y * width + x) * BYTES_PER_PIXEL + channel] ?? 0
  return {width, height, colour: (x, y) => [at(x, y, 0), at(x, y, 1), at(x, y, 2)]}
}

/**
 * An uncompressed AVI that any player decodes. All pictures have the size of the first.
 * Source: Microsoft, "AVI RIFF File Reference": RIFF, `hdrl`, `movi` with bottom-up BGR frames, `idx1`.
 */
export function writeAvi(pictures: readonly RgbPicture[], fps: number): Uint8Array {
  const {width = 1, height = 1} = pictures[0] ?? {}
  const frames = pictures.map(frameOf)
  const size = frames[0]?.length ?? 0
  const header = list('hdrl', [
    chunk('avih', mainHeader(frames.length, size, {width, height, fps})),
    streamList(frames.length, size, {width, height, fps}),
  ])
  const movie = list(
    'movi',
    frames.map((frame) => chunk('00db', frame)),
  )
  const index = chunk('idx1', words(frames.flatMap((_, at) => [tag('00db'), KEY_FRAME, 4 + at * (size + 8), size])))
  const body = Buffer.concat([Buffer.from('AVI '), header, movie, index])
  return new Uint8Array(Buffer.concat([Buffer.from('RIFF'), words([body.length]), body]))
}

interface Format {
  readonly width: number
  readonly height: number
  readonly fps: number
}

function mainHeader(frames: number, size: number, {width, height, fps}: Format): Buffer {
  return words([
    Math.round(1e6 / fps),
    Math.round(size * fps),
    0,
    HAS_INDEX,
    frames,
    0,
    1,
    size,
    width,
    height,
    0,
    0,
    0,
    0,
  ])
}

function streamList(frames: number, size: number, {width, height, fps}: Format): Buffer {
  const rate = [1000, Math.round(fps * 1000)]
  const head = words([
    tag('vids'),
    tag('DIB '),
    0,
    0,
    0,
    ...rate,
    0,
    frames,
    size,
    0xffffffff,
    0,
    0,
    (height << 16) | width,
  ])
  const bitmap = words([40, width, height, 1 | ((8 * BYTES_PER_PIXEL) << 16), 0, size, 0, 0, 0, 0])
  return list('strl', [chunk('strh', head), chunk('strf', bitmap)])
}

/** Rows from the bottom up, blue first, each padded to four bytes. */
function frameOf({width, height, colour}: RgbPicture): Buffer {
  const row = Math.ceil((width * BYTES_PER_PIXEL) / 4) * 4
  const bytes = Buffer.alloc(row * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red, green, blue] = colour(x, y)
      bytes.set([blue, green, red], (height - 1 - y) * row + x * BYTES_PER_PIXEL)
    }
  }
  return bytes
}

function chunk(name: string, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(name), words([content.length]), content, Buffer.alloc(content.length % 2)])
}

function list(name: string, parts: readonly Uint8Array[]): Buffer {
  return chunk('LIST', Buffer.concat([Buffer.from(name), ...parts]))
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, 4 * at)
  return bytes
}

function tag(name: string): number {
  return Buffer.from(name).readUInt32LE()
}
