import {AssayError} from '#error/assay-error'
import {DTYPES, type DType, elementsOf} from './dtype.ts'

const MOST_RANK = 8
const MOST_BYTES = 64 * 1024 * 1024

/** Number of elements of a shape. Throws `invalid_tensor` for a type that is none, a rank over 8, a dimension below 1 or more than 64 MiB. */
export function checkShape(dtype: DType, shape: readonly unknown[]): number {
  if (!Object.hasOwn(DTYPES, dtype)) throw invalid(`tensor needs an element type: ${Object.keys(DTYPES).join(', ')}`)
  if (shape?.length === undefined) throw invalid('tensor needs a shape: a list of whole numbers')
  if (shape.length > MOST_RANK) throw invalid(`tensor has rank ${shape.length}, at most ${MOST_RANK} is allowed`)
  let count = 1
  for (let axis = 0; axis < shape.length; axis++) {
    const dimension = shape[axis]
    if (typeof dimension !== 'number' || !Number.isInteger(dimension) || dimension < 1) {
      throw invalid(`tensor dimension ${axis} is not a whole number of at least 1`)
    }
    count *= dimension
    if (count * DTYPES[dtype].itemBytes > MOST_BYTES) throw invalid('tensor is larger than 64 MiB')
  }
  return count
}

/** One element as a number, if the type holds it exactly (float16 and float32: to their precision). */
export function checkElement(dtype: DType, element: unknown): number {
  const value = dtype === 'bool' && typeof element === 'boolean' ? Number(element) : element
  if (typeof value !== 'number') throw invalid(`tensor holds an element that is no ${dtype}`)
  if (!Number.isFinite(value)) throw invalid('tensor holds a number that is not finite')
  const {range} = DTYPES[dtype]
  if (range && (!Number.isInteger(value) || value < range[0] || value > range[1])) {
    throw invalid(`tensor holds a number that ${dtype} cannot hold`)
  }
  return value
}

/** The bytes must be as many as the elements need, every float finite and every bool 0 or 1. */
export function checkBytes(dtype: DType, count: number, bytes: Uint8Array): void {
  const {itemBytes, range} = DTYPES[dtype]
  if (bytes.length !== count * itemBytes) {
    throw invalid(`tensor of ${count} ${dtype} elements needs ${count * itemBytes} bytes, got ${bytes.length}`)
  }
  if (range && dtype !== 'bool') return
  const values = elementsOf(dtype, bytes)
  if (dtype === 'bool' && Array.prototype.some.call(values, (value) => value > 1)) {
    throw invalid('bool tensor holds a byte other than 0 and 1')
  }
  if (!isAllFinite(values)) throw invalid('tensor holds a number that is not finite')
}

/** Without a branch an element: a number minus itself is 0 only where it is finite. Two sums, for an addition waits for the one before. */
function isAllFinite(values: ArrayLike<number>): boolean {
  let even = 0
  let odd = 0
  const pairs = values.length - (values.length % 2)
  for (let index = 0; index < pairs; index += 2) {
    const one = values[index] ?? Number.NaN
    const two = values[index + 1] ?? Number.NaN
    even += one - one
    odd += two - two
  }
  const last = pairs < values.length ? (values[pairs] ?? Number.NaN) : 0
  return even + odd + (last - last) === 0
}

/** The refusal of everything about tensors. */
export function invalid(message: string): AssayError {
  return new AssayError('invalid_tensor', message)
}
