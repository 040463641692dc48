import {packMsgpack} from './msgpack.ts'

/** To copy a picture into a message takes longer than to write all else in it. */
const LEAST_APART = 32 * 1024

/** The message that `packMsgpack` writes, in parts that follow one another; long byte strings among them as they are, not copied. */
export function packPieces(value: unknown): readonly Uint8Array[] {
  const parts: Uint8Array[] = []
  const small: Uint8Array[] = []
  const flush = () => {
    if (small.length > 0) parts.push(Buffer.concat(small.splice(0)))
  }
  for (const part of partsOf(value)) {
    if (part.length < LEAST_APART) {
      small.push(part)
      continue
    }
    flush()
    parts.push(part)
  }
  flush()
  return parts
}

function partsOf(value: unknown): readonly Uint8Array[] {
  if (!holdsLong(value)) return [packMsgpack(value)]
  if (value instanceof Uint8Array) return [head(0xc6, value.length), value]
  if (Array.isArray(value)) return [head(0xdd, value.length), ...value.flatMap(partsOf)]
  const entries = entriesOf(value as object)
  return [head(0xdf, entries.length), ...entries.flat().flatMap(partsOf)]
}

function holdsLong(value: unknown): boolean {
  if (value instanceof Uint8Array) return value.length >= LEAST_APART
  if (typeof value !== 'object' || value === null) return false
  return (Array.isArray(value) ? value : entriesOf(value).map(([, item]) => item)).some(holdsLong)
}

function entriesOf(value: object): readonly (readonly [unknown, unknown])[] {
  return value instanceof Map ? [...value] : Object.entries(value)
}

/** A tag and how much follows, in four bytes. Source: the MessagePack specification, bin 32, array 32 and map 32. */
function head(tag: number, size: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(5)
  bytes[0] = tag
  bytes.writeUInt32BE(size, 1)
  return bytes
}
