import {DTYPES} from '#world/tensor/dtype'
import type {Tensor} from '#world/tensor/tensor'
import {violation} from '../model/provider-fault.ts'
import {decodeNpy, encodeNpy} from './npy.ts'
import {tensorOfNumpy} from './numpy-type.ts'

/** Ways to put an array into MessagePack. `openpi` is its own fork of msgpack-numpy. */
export type ArrayDialect = 'npy' | 'msgpack-numpy' | 'openpi'

/** A decoded map: text keys by their text, byte keys by theirs; the two never meet. */
export interface WireMap {
  readonly texts: ReadonlyMap<string, unknown>
  readonly bytes: ReadonlyMap<string, unknown>
}

/** How a dialect marks what is no plain value. `read` gives undefined for a map without its mark. */
interface DialectFacts {
  encode(tensor: Tensor): unknown
  read(map: WireMap): Tensor | number | boolean | undefined
}

/** Names as the bytes that they are in every array. */
const NUMPY_NAMES = byteNames('nd', 'type', 'kind', 'shape', 'data')
const OPENPI_NAMES = byteNames('__ndarray__', 'data', 'dtype', 'shape')
const NO_BYTES = Buffer.alloc(0)

export const DIALECTS: Readonly<Record<ArrayDialect, DialectFacts>> = {
  npy: {
    encode: (tensor) => ({__ndarray_class__: true, as_npy: encodeNpy(tensor)}),
    read: ({texts}) => {
      if (!texts.has('__ndarray_class__')) return undefined
      const file = texts.get('as_npy')
      if (texts.get('__ndarray_class__') !== true || !(file instanceof Uint8Array))
        throw violation('array is marked but holds no NumPy file')
      return decodeNpy(file)
    },
  },
  'msgpack-numpy': {
    encode: (tensor) => byteKeyed(NUMPY_NAMES, [true, codeOfTensor(tensor), NO_BYTES, tensor.shape, tensor.bytes]),
    read: ({bytes}) => {
      if (!bytes.has('nd')) return bytes.has('complex') ? refuseComplex() : undefined
      const mark = bytes.get('nd')
      if (mark === false) return scalarOf(bytes.get('type'), bytes.get('data'))
      if (mark !== true) throw violation('array mark nd is neither true nor false')
      checkKind(bytes.get('kind'))
      return tensorOfNumpy(bytes.get('type'), bytes.get('shape'), bytes.get('data'))
    },
  },
  openpi: {
    encode: (tensor) => byteKeyed(OPENPI_NAMES, [true, tensor.bytes, codeOfTensor(tensor), tensor.shape]),
    read: ({bytes}) => {
      if (bytes.has('__npgeneric__')) return genericOf(bytes)
      if (!bytes.has('__ndarray__')) return undefined
      if (bytes.get('__ndarray__') !== true) throw violation('array mark __ndarray__ is not true')
      return tensorOfNumpy(bytes.get('dtype'), bytes.get('shape'), bytes.get('data'))
    },
  },
}

function byteNames(...names: readonly string[]): readonly Buffer[] {
  return names.map((name) => Buffer.from(name))
}

function byteKeyed(names: readonly Buffer[], values: readonly unknown[]): ReadonlyMap<Buffer, unknown> {
  return new Map(names.map((name, at) => [name, values[at]]))
}

function codeOfTensor({dtype}: Tensor): string {
  return DTYPES[dtype].numpy
}

/** `kind` is empty for plain numbers, `V` for structured arrays, `O` for pickles. */
function checkKind(kind: unknown): void {
  const text = kind instanceof Uint8Array ? Buffer.from(kind).toString('latin1') : kind
  if (text === undefined || text === '') return
  throw violation(
    text === 'O' ? 'arrays of Python objects are refused: their bytes are a pickle' : 'structured arrays are refused',
  )
}

/** A NumPy scalar: the bytes of one element. */
function scalarOf(code: unknown, data: unknown): number | boolean {
  const tensor = tensorOfNumpy(code, [], data)
  const [value = 0] = tensor.elements as ArrayLike<number> & Iterable<number>
  if (tensor.dtype === 'int64' && !Number.isSafeInteger(value)) throw violation('number is beyond 2^53')
  return tensor.dtype === 'bool' ? value === 1 : value
}

function genericOf(bytes: WireMap['bytes']): number | boolean {
  const value = bytes.get('data')
  if (bytes.get('__npgeneric__') !== true) throw violation('scalar mark __npgeneric__ is not true')
  if (typeof value === 'boolean') return value
  if (typeof value !== 'number' || !Number.isFinite(value)) throw violation('scalar is not a finite number')
  return value
}

function refuseComplex(): never {
  throw violation('complex numbers are refused')
}
