import {PNG_SIGNATURE} from './png.ts'

/** More pixels are no strip of pictures. */
const MOST_PIXELS = 4_000_000
const HEADER = 13
/** Eight bits a channel, red, green and blue, the only methods there are, no interlace. */
const FORM = Uint8Array.of(8, 2, 0, 0, 0)

interface Chunk {
  readonly name: string
  readonly body: Buffer
}

/**
 * Why bytes are not a PNG of pixels and nothing else, or `undefined`: a header, data and an end, each with its checksum, and data that unpack to exactly the
 * rows of the picture, without a byte behind them. Text, profiles, times and foreign chunks have no place. Never throws.
 * Source: PNG specification, third edition (W3C, 2025).
 */
export function pngFault(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!buffer.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return 'does not begin like a PNG'
  const chunks = chunksOf(buffer.subarray(PNG_SIGNATURE.length))
  if (!chunks) return 'has a chunk that is cut off or does not match its checksum'
  const [header, ...rest] = chunks
  const data = rest.slice(0, -1)
  const isPlain = header?.name === 'IHDR' && data.length > 0 && data.every(({name}) => name === 'IDAT')
  const end = rest.at(-1)
  if (!isPlain || end?.name !== 'IEND' || end.body.length > 0)
    return 'holds more or less than a header, pixels and an end'
  if (header.body.length !== HEADER || !header.body.subarray(8).equals(FORM)) return 'is not of eight bits a colour'
  const [width, height] = [header.body.readUInt32BE(0), header.body.readUInt32BE(4)]
  if (width < 1 || height < 1 || width * height > MOST_PIXELS) return 'is of a size that no strip has'
  return rowsFault(Buffer.concat(data.map(({body}) => body)), width, height)
}

function chunksOf(bytes: Buffer): Chunk[] | undefined {
  const zlib = process.getBuiltinModule('node:zlib')
  const chunks: Chunk[] = []
  for (let at = 0; at < bytes.length; ) {
    if (at + 12 > bytes.length) return undefined
    const length = bytes.readUInt32BE(at)
    if (at + 12 + length > bytes.length) return undefined
    const named = bytes.subarray(at + 4, at + 8 + length)
    if (zlib.crc32(named) !== bytes.readUInt32BE(at + 8 + length)) return undefined
    chunks.push({name: named.toString('latin1', 0, 4), body: named.subarray(4)})
    at += 12 + length
  }
  return chunks
}

function rowsFault(packed: Buffer, width: number, height: number): string | undefined {
  const zlib = process.getBuiltinModule('node:zlib')
  const length = height * (1 + 3 * width)
  try {
    const {buffer, engine} = zlib.inflateSync(packed, {maxOutputLength: length, info: true}) as unknown as Inflated
    if (engine.bytesWritten !== packed.length) return 'holds bytes behind its pixels'
    if (buffer.length !== length) return 'has fewer pixels than its size'
    const filters = Array.from({length: height}, (_, row) => buffer[row * (1 + 3 * width)] ?? 255)
    return filters.every((filter) => filter <= MOST_FILTER) ? undefined : 'has a row of a kind that there is not'
  } catch {
    return 'has pixels that do not unpack to its size'
  }
}

const MOST_FILTER = 4

/** Whether two PNGs that `pngFault` finds nothing wrong with hold the same rows, however they were packed. Never throws. */
export function isSamePicture(one: Uint8Array, other: Uint8Array): boolean {
  const [a, b] = [rowsOf(one), rowsOf(other)]
  return a !== undefined && b !== undefined && a.header.equals(b.header) && a.rows.equals(b.rows)
}

function rowsOf(png: Uint8Array): {readonly header: Buffer; readonly rows: Buffer} | undefined {
  if (pngFault(png) !== undefined) return undefined
  const [header, ...rest] = chunksOf(Buffer.from(png.subarray(PNG_SIGNATURE.length))) ?? []
  const packed = Buffer.concat(rest.slice(0, -1).map(({body}) => body))
  return header && {header: header.body, rows: process.getBuiltinModule('node:zlib').inflateSync(packed)}
}

/** What `info` adds, which the types of Node leave out. */
interface Inflated {
  readonly buffer: Buffer
  readonly engine: {readonly bytesWritten: number}
}
