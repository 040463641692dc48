import {DTYPES} from '#world/tensor/dtype'
import {Tensor} from '#world/tensor/tensor'

/** An array whose bytes are given in column order, with bytes in row order. */
export function toRowMajor({dtype, shape, bytes}: Tensor): Tensor {
  const {itemBytes} = DTYPES[dtype]
  const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((product, side) => product * side, 1))
  const turned = new Uint8Array(bytes.length)
  const index = shape.map(() => 0)
  for (let to = 0; to < bytes.length; to += itemBytes) {
    const from = index.reduce((sum, at, axis) => sum + at * (strides[axis] ?? 0), 0) * itemBytes
    turned.set(bytes.subarray(from, from + itemBytes), to)
    advance(index, shape)
  }
  return new Tensor(dtype, shape, turned)
}

/** The next index in row order: the last axis runs fastest. */
function advance(index: number[], shape: readonly number[]): void {
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    index[axis] = (index[axis] ?? 0) + 1
    if ((index[axis] ?? 0) < (shape[axis] ?? 0)) return
    index[axis] = 0
  }
}
