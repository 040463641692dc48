/** A clip in memory: RGB frames `[height, width, 3]`, the top row first. */
export interface DecodedClip {
  readonly width: number
  readonly height: number
  readonly fps: number
  readonly frames: readonly Uint8Array[]
  /** The size in the file, where the frames here were scaled. */
  readonly stored?: {readonly width: number; readonly height: number}
}

/** What bytes turned out to be: a clip, a format that is not decoded here, or nothing whole. */
export type Decoded =
  | {readonly kind: 'clip'; readonly clip: DecodedClip}
  | {readonly kind: 'unknown'; readonly format: string; readonly hint?: string}
  | {readonly kind: 'broken'; readonly fault: string}

const AVI = 'video/x-msvideo'
const MOST_SIDE = 8192
/** Chunks of one list; more are no clip but an attack. */
const MOST_CHUNKS = 100_000
const RGB_BYTES = 3
/** Bits a pixel of the formats without compression that are read: blue, green, red and maybe one byte more. */
const BITS = [24, 32]

/**
 * Decodes an uncompressed AVI; other media types, and AVIs with a codec, are `unknown` by name. Never throws, whatever the bytes.
 * Source: Microsoft, "AVI RIFF File Reference": `strh` and `strf` of the video stream, `movi` with bottom-up BGR frames.
 */
export function decodeClip(bytes: Uint8Array, mediaType: string): Decoded {
  if (mediaType !== AVI) return {kind: 'unknown', format: mediaType}
  try {
    return decodeAvi(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    if (error instanceof Broken) return {kind: 'broken', fault: error.message}
    throw error
  }
}

class Broken extends Error {}

interface Chunk {
  readonly id: string
  /** Of a list. */
  readonly type: string
  readonly body: Buffer
}

/** The chunks of a list one after the other. A last one that ends too early is broken. */
function* chunksOf(bytes: Buffer): Generator<Chunk> {
  for (let at = 0, count = 0; at + 8 <= bytes.length; ) {
    if (++count > MOST_CHUNKS) throw new Broken('it has too many chunks')
    const size = bytes.readUInt32LE(at + 4)
    const body = bytes.subarray(at + 8, at + 8 + size)
    if (body.length < size) throw new Broken('a chunk is cut off')
    const id = bytes.toString('latin1', at, at + 4)
    const isList = (id === 'LIST' || id === 'RIFF') && size >= 4
    yield {id, type: isList ? body.toString('latin1', 0, 4) : '', body: isList ? body.subarray(4) : body}
    at += 8 + size + (size % 2)
  }
}

function decodeAvi(bytes: Buffer): Decoded {
  const [riff] = chunksOf(bytes)
  if (riff?.id !== 'RIFF' || riff.type !== 'AVI ') throw new Broken('it is no RIFF of type AVI')
  const parts = [...chunksOf(riff.body)]
  const streams = partsOf(parts, 'hdrl').filter(({type}) => type === 'strl')
  const number = streams.findIndex((stream) => find(stream, 'strh').toString('latin1', 0, 4) === 'vids')
  const stream = streams[number]
  if (!stream) throw new Broken('it has no video stream')
  const format = formatOf(stream)
  if (typeof format === 'string') return {kind: 'unknown', format}
  const frames = framesOf(partsOf(parts, 'movi'), number, format)
  if (frames.length === 0) throw new Broken('it has no frame')
  return {kind: 'clip', clip: {width: format.width, height: format.height, fps: format.fps, frames}}
}

function partsOf(parts: readonly Chunk[], type: string): Chunk[] {
  return parts.filter((part) => part.type === type).flatMap(({body}) => [...chunksOf(body)])
}

function find({body}: Chunk, id: string): Buffer {
  for (const chunk of chunksOf(body)) if (chunk.id === id) return chunk.body
  throw new Broken(`its stream has no ${id}`)
}

interface Format {
  readonly width: number
  readonly height: number
  readonly fps: number
  readonly pixelBytes: number
  readonly isTopDown: boolean
}

/** The format of a stream, or the name of its codec where it has one. */
function formatOf(stream: Chunk): Format | string {
  const [head, bitmap] = [find(stream, 'strh'), find(stream, 'strf')]
  if (head.length < 28 || bitmap.length < 20) throw new Broken('its format is cut off')
  const [scale, rate] = [head.readUInt32LE(20), head.readUInt32LE(24)]
  const [width, signedHeight] = [bitmap.readInt32LE(4), bitmap.readInt32LE(8)]
  const [bits, compression] = [bitmap.readUInt16LE(14), bitmap.readUInt32LE(16)]
  if (compression !== 0) return `${AVI} ${codecName(bitmap.subarray(16, 20))}`
  if (!BITS.includes(bits)) return `${AVI} of ${bits} bits`
  const height = Math.abs(signedHeight)
  if (width < 1 || height < 1 || width > MOST_SIDE || height > MOST_SIDE) throw new Broken('its size is none')
  if (scale === 0 || rate === 0) throw new Broken('its rate is none')
  return {width, height, fps: rate / scale, pixelBytes: bits / 8, isTopDown: signedHeight < 0}
}

function codecName(code: Buffer): string {
  const text = code.toString('latin1')
  return /^[\w ]{4}$/.test(text) ? text.trim() : `codec ${code.readUInt32LE()}`
}

/** Frames of a stream in their order, also those in `rec ` lists; an empty one is the frame before it once more. */
function framesOf(parts: readonly Chunk[], stream: number, format: Format): Uint8Array[] {
  const name = new RegExp(`^${String(stream).padStart(2, '0')}d[bc]$`)
  const frames: Uint8Array[] = []
  for (const {id, body} of parts.flatMap((part) => (part.type === 'rec ' ? [...chunksOf(part.body)] : [part]))) {
    if (!name.test(id)) continue
    const before = frames.at(-1)
    frames.push(body.length === 0 && before ? before : frameOf(body, format))
  }
  return frames
}

function frameOf(body: Buffer, {width, height, pixelBytes, isTopDown}: Format): Uint8Array {
  const row = Math.ceil((width * pixelBytes) / 4) * 4
  if (body.length < row * height) throw new Broken('a frame is cut off')
  const rgb = new Uint8Array(width * height * RGB_BYTES)
  for (let y = 0, to = 0; y < height; y++) {
    let from = (isTopDown ? y : height - 1 - y) * row
    for (let x = 0; x < width; x++, to += RGB_BYTES, from += pixelBytes) {
      rgb[to] = body[from + 2] ?? 0
      rgb[to + 1] = body[from + 1] ?? 0
      rgb[to + 2] = body[from] ?? 0
    }
  }
  return rgb
}
