/** Element types of tensors, by their NumPy names. Only little-endian plain numbers exist here. */
export type DType = 'bool' | 'uint8' | 'int8' | 'int16' | 'int32' | 'int64' | 'float16' | 'float32' | 'float64'

/** What one element is: its bytes, its NumPy code, its whole-number range (none for floats), and how it is read and written. */
export interface DTypeFacts {
  readonly itemBytes: number
  readonly numpy: string
  readonly range?: readonly [number, number]
  get(view: DataView, at: number): number
  set(view: DataView, at: number, value: number): void
}

/** All element types. `int64` passes through numbers, so callers check `Number.isSafeInteger` where it matters. */
export const DTYPES: Readonly<Record<DType, DTypeFacts>> = {
  bool: {
    itemBytes: 1,
    numpy: '|b1',
    range: [0, 1],
    get: (v, at) => v.getUint8(at),
    set: (v, at, x) => v.setUint8(at, x),
  },
  uint8: {
    itemBytes: 1,
    numpy: '|u1',
    range: [0, 255],
    get: (v, at) => v.getUint8(at),
    set: (v, at, x) => v.setUint8(at, x),
  },
  int8: {
    itemBytes: 1,
    numpy: '|i1',
    range: [-128, 127],
    get: (v, at) => v.getInt8(at),
    set: (v, at, x) => v.setInt8(at, x),
  },
  int16: {
    itemBytes: 2,
    numpy: '<i2',
    range: [-32768, 32767],
    get: (v, at) => v.getInt16(at, true),
    set: (v, at, x) => v.setInt16(at, x, true),
  },
  int32: {
    itemBytes: 4,
    numpy: '<i4',
    range: [-2147483648, 2147483647],
    get: (v, at) => v.getInt32(at, true),
    set: (v, at, x) => v.setInt32(at, x, true),
  },
  int64: {
    itemBytes: 8,
    numpy: '<i8',
    range: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    get: (v, at) => Number(v.getBigInt64(at, true)),
    set: (v, at, x) => v.setBigInt64(at, BigInt(x), true),
  },
  float16: {
    itemBytes: 2,
    numpy: '<f2',
    get: (v, at) => v.getFloat16(at, true),
    set: (v, at, x) => v.setFloat16(at, x, true),
  },
  float32: {
    itemBytes: 4,
    numpy: '<f4',
    get: (v, at) => v.getFloat32(at, true),
    set: (v, at, x) => v.setFloat32(at, x, true),
  },
  float64: {
    itemBytes: 8,
    numpy: '<f8',
    get: (v, at) => v.getFloat64(at, true),
    set: (v, at, x) => v.setFloat64(at, x, true),
  },
}

const NATIVE = {
  bool: Uint8Array,
  uint8: Uint8Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  float16: Float16Array,
  float32: Float32Array,
  float64: Float64Array,
} as const
/** Whether typed arrays of this machine have the byte order of tensors. */
export const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/**
 * The elements as numbers, not to be written to: in place where this machine can look at them so, many times faster. Within a message they mostly
 * lie between the places where it can: a copy of their bytes does not. Else they are read one by one.
 */
export function elementsOf(dtype: DType, bytes: Uint8Array): ArrayLike<number> {
  const {itemBytes, get} = DTYPES[dtype]
  const length = bytes.length / itemBytes
  if (dtype !== 'int64' && IS_LITTLE_ENDIAN) {
    const {buffer, byteOffset} = bytes.byteOffset % itemBytes === 0 ? bytes : new Uint8Array(bytes)
    return new NATIVE[dtype](buffer as ArrayBuffer, byteOffset, length)
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return Float64Array.from({length}, (_, index) => get(view, index * itemBytes))
}

export function isDType(name: unknown): name is DType {
  return typeof name === 'string' && Object.hasOwn(DTYPES, name)
}

const OF_NUMPY: ReadonlyMap<string, DType> = new Map(
  Object.entries(DTYPES).map(([name, {numpy}]) => [numpy, name as DType]),
)

/** The element type of a NumPy code such as `<f4`; undefined for big-endian, complex, structured and object arrays. */
export function dtypeOfNumpy(code: string): DType | undefined {
  return OF_NUMPY.get(code)
}
