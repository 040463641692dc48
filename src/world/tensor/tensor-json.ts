import {type Stream, seedStream} from '#random/stream'
import {DTYPES, type DType, isDType} from './dtype.ts'
import {checkElement, checkShape, invalid} from './tensor-shape.ts'

/** A leaf, or lists of leaves as deep as the shape. */
export type Nested<Leaf> = Leaf | readonly Nested<Leaf>[]

/** A tensor in JSON: exactly one content key. `data` is flat or nested like the shape; `b64` is canonical standard base64. */
export type TensorJson = {readonly dtype: DType; readonly shape: readonly number[]} & (
  | {readonly data: Nested<number | boolean>}
  | {readonly b64: string}
  | {readonly fill: number | boolean}
  | {readonly seed: number; readonly range?: readonly [number, number]}
)

type Json = Readonly<Record<string, unknown>>
type Content = 'data' | 'b64' | 'fill' | 'seed'
const CONTENTS: readonly Content[] = ['data', 'b64', 'fill', 'seed']
const KEYS = new Set<string>(['dtype', 'shape', 'range', ...CONTENTS])

/** The parts of a tensor from its JSON form. Throws `invalid_tensor`, and never echoes a value. */
export function parseTensor(json: unknown): {dtype: DType; shape: readonly number[]; bytes: Uint8Array} {
  if (!isRecord(json)) throw invalid('tensor is not an object')
  if (Object.keys(json).some((key) => !KEYS.has(key))) throw invalid('tensor has a key that is not known here')
  const {dtype, shape} = json
  if (!isDType(dtype)) throw invalid(`tensor dtype must be one of ${Object.keys(DTYPES).join(', ')}`)
  if (!Array.isArray(shape)) throw invalid('tensor shape is not a list')
  const [content, ...more] = CONTENTS.filter((key) => Object.hasOwn(json, key))
  if (content === undefined || more.length > 0) throw invalid(`tensor needs exactly one of ${CONTENTS.join(', ')}`)
  if (content !== 'seed' && Object.hasOwn(json, 'range')) throw invalid('tensor range goes with seed only')
  const count = checkShape(dtype, shape)
  return {dtype, shape, bytes: bytesOf(content, json, {dtype, shape, count})}
}

type Frame = {readonly dtype: DType; readonly shape: readonly number[]; readonly count: number}

function bytesOf(content: Content, json: Json, frame: Frame): Uint8Array {
  if (content === 'b64') return fromBase64(json['b64'], frame)
  if (content === 'data') return fromData(json['data'], frame)
  if (content === 'seed') return fromSeed(json['seed'], json['range'], frame)
  const fill = checkElement(frame.dtype, json['fill'])
  return write(frame, () => fill)
}

function write(frame: Frame, element: (index: number) => number): Uint8Array {
  const {itemBytes, set} = DTYPES[frame.dtype]
  const bytes = new Uint8Array(frame.count * itemBytes)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < frame.count; index++) set(view, index * itemBytes, element(index))
  return bytes
}

/** Node's decoder takes much that is not canonical; only what encodes back to the same text is. */
function fromBase64(text: unknown, frame: Frame): Uint8Array {
  const bytes = frame.count * DTYPES[frame.dtype].itemBytes
  if (typeof text !== 'string' || text.length !== 4 * Math.ceil(bytes / 3)) {
    throw invalid(`tensor b64 is not the base64 of ${bytes} bytes`)
  }
  const decoded = Buffer.from(text, 'base64')
  if (decoded.length !== bytes || decoded.toString('base64') !== text)
    throw invalid('tensor b64 is not canonical standard base64')
  return new Uint8Array(decoded)
}

function fromData(data: unknown, frame: Frame): Uint8Array {
  const {count, shape} = frame
  const isFlat = Array.isArray(data) && data.length === count && (count === 0 || !Array.isArray(data[0]))
  const flat: unknown[] = []
  flatten(data, isFlat ? [count] : shape, flat)
  return write(frame, (index) => checkElement(frame.dtype, flat[index]))
}

function flatten(node: unknown, shape: readonly number[], into: unknown[]): void {
  const [dimension, ...rest] = shape
  if (dimension === undefined) return void into.push(node)
  if (!Array.isArray(node) || node.length !== dimension)
    throw invalid('tensor data is ragged or does not match its shape')
  for (const item of node) flatten(item, rest, into)
}

/** Repeatable content: whole numbers inclusive in the range (default: all of the type), floats in [low, high) (default [0, 1)). */
function fromSeed(seed: unknown, range: unknown, frame: Frame): Uint8Array {
  if (typeof seed !== 'number' || !Number.isSafeInteger(seed)) throw invalid('tensor seed is not a whole number')
  const stream = seedStream(`assay/1|${seed}|tensor|${frame.dtype}|fill`)
  const [low, high] = rangeOf(range, frame.dtype)
  if (frame.dtype === 'int64') return write(frame, () => wholeBetween(stream, low, high))
  if (DTYPES[frame.dtype].range) return write(frame, () => low + stream.int(high - low + 1))
  const draw = () => low + stream.uniform() * (high - low)
  const rounded = (value: number) =>
    frame.dtype === 'float16' ? Math.f16round(value) : frame.dtype === 'float32' ? Math.fround(value) : value
  // Rounding to a short float may reach the open end of the range.
  return write(frame, () => {
    const value = rounded(draw())
    return value < high ? value : low
  })
}

/** Sixty-four random bits scaled to the range: a double has too few of them. */
function wholeBetween(stream: Stream, low: number, high: number): number {
  const bits = (BigInt(stream.u32()) << 32n) | BigInt(stream.u32())
  return Number(BigInt(low) + ((bits * (BigInt(high) - BigInt(low) + 1n)) >> 64n))
}

function rangeOf(range: unknown, dtype: DType): readonly [number, number] {
  const whole = DTYPES[dtype].range
  if (range === undefined) return whole ?? [0, 1]
  if (!Array.isArray(range) || range.length !== 2) throw invalid('tensor range is not [low, high]')
  const [low, high] = [checkElement(dtype, range[0]), checkElement(dtype, range[1])]
  if (whole ? low > high : low >= high) throw invalid('tensor range is empty')
  if (!Number.isFinite(high - low)) throw invalid('tensor range is too wide')
  return [low, high]
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
