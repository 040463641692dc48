import {startSha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import {DTYPES, type DType, elementsOf, IS_LITTLE_ENDIAN} from './dtype.ts'
import {type Nested, parseTensor, type TensorJson} from './tensor-json.ts'
import {checkBytes, checkElement, checkShape} from './tensor-shape.ts'

const MOST_INLINE = 64

/** An array of numbers as providers exchange it. C order, little-endian; every way in is checked and refuses with `invalid_tensor`. */
export class Tensor {
  readonly dtype: DType
  readonly shape: readonly number[]
  readonly bytes: Uint8Array

  /** Takes `bytes` over without copying. Floats must be finite, bools 0 or 1. */
  constructor(dtype: DType, shape: readonly number[], bytes: Uint8Array) {
    const count = checkShape(dtype, shape)
    checkBytes(dtype, count, bytes)
    this.dtype = dtype
    this.shape = [...shape]
    this.bytes = bytes
  }

  /** From the JSON form: `{dtype, shape}` and exactly one of `data`, `b64`, `fill` and `seed`. Throws `invalid_tensor`. Source of base64: RFC 4648, section 4. */
  static from(json: unknown): Tensor {
    const {dtype, shape, bytes} = parseTensor(json)
    return new Tensor(dtype, shape, bytes)
  }

  /** From numbers in C order. Whole-number types refuse fractions and what is out of range; nothing is rounded but float16 and float32. Throws `invalid_tensor`. */
  static of(dtype: DType, shape: readonly number[], values: ArrayLike<number>): Tensor {
    const count = checkShape(dtype, shape)
    if (values?.length !== count)
      throw new AssayError('invalid_tensor', `tensor of ${count} elements got ${values?.length ?? 'none'}`)
    return new Tensor(dtype, shape, packed(dtype, values))
  }

  /** A float64 tensor that takes the array over without copying; where the machine's byte order is another one, it copies. Throws `invalid_tensor`. */
  static over(shape: readonly number[], values: Float64Array): Tensor {
    if (!IS_LITTLE_ENDIAN) return Tensor.of('float64', shape, values)
    return new Tensor('float64', shape, new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
  }

  get size(): number {
    return this.bytes.length / DTYPES[this.dtype].itemBytes
  }

  /** All elements in C order, for reading only: in place wherever the machine can, so later changes of the bytes may show. */
  get elements(): ArrayLike<number> {
    return elementsOf(this.dtype, this.bytes)
  }

  /** All elements in C order as doubles, a copy. Throws for an int64 beyond 2⁵³, which a double cannot hold. */
  toFloat64(): Float64Array {
    const values = new Float64Array(this.elements)
    if (this.dtype === 'int64' && !values.every(Number.isSafeInteger)) {
      throw new AssayError('invalid_tensor', 'int64 tensor holds a value beyond 2^53')
    }
    return values
  }

  /** Whether its elements stand in JSON one by one, as `data`. */
  get isListed(): boolean {
    return this.size <= MOST_INLINE && this.#isPlain()
  }

  /** Elements as `data` up to 64 of them, else as `b64`; also where JSON numbers would lose something (large int64, minus zero). Never throws. */
  toJSON(): TensorJson {
    const {dtype, shape} = this
    if (this.isListed) {
      const values = [...this.toFloat64()]
      return {dtype, shape, data: dtype === 'bool' ? values.map(Boolean) : values}
    }
    return {
      dtype,
      shape,
      b64: Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length).toString('base64'),
    }
  }

  /** Digest over element type, shape and bytes: equal exactly for equal tensors. Never throws. Source: FIPS 180-4 (SHA-256). */
  digest(): `sha256:${string}` {
    const state = startSha256()
    state.update(`${this.dtype}|${this.shape.join('x')}|`)
    state.update(this.bytes)
    return state.digest()
  }

  /** What manifests, traces and events may say of a tensor. Never throws. */
  summary(): {readonly dtype: DType; readonly shape: readonly number[]; readonly digest: `sha256:${string}`} {
    return {dtype: this.dtype, shape: this.shape, digest: this.digest()}
  }

  #isPlain(): boolean {
    const isPlain = (value: number) => !Object.is(value, -0) && (this.dtype !== 'int64' || Number.isSafeInteger(value))
    return Array.prototype.every.call(this.elements, isPlain)
  }
}

/** Bare nested lists as a float32 tensor: allowed for action candidates and goals only, since real servers insist on element types. */
export function tensorOfLists(lists: Nested<number>): Tensor {
  const shape: number[] = []
  for (let level: unknown = lists; Array.isArray(level) && shape.length < 9; level = level[0]) shape.push(level.length)
  return Tensor.from({dtype: 'float32', shape, data: lists})
}

function packed(dtype: DType, values: ArrayLike<number>): Uint8Array {
  const {itemBytes, set} = DTYPES[dtype]
  const bytes = new Uint8Array(values.length * itemBytes)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < values.length; index++) {
    set(view, index * itemBytes, checkElement(dtype, values[index]))
  }
  return bytes
}
