import type {DType} from '#world/tensor/dtype'
import {Tensor} from '#world/tensor/tensor'

/** The name of an axis, as a document says it. */
export type AxisName = 'batch' | 'sample' | 'time' | 'height' | 'width' | 'channel' | 'entry'

/** Numbers in C order of their own axes, which `sizes` names in that order. */
export interface Laid {
  readonly values: ArrayLike<number>
  readonly sizes: readonly (readonly [axis: AxisName, size: number])[]
  /** Copies along the axis `sample`. */
  readonly samples: number
}

/** A tensor with these axes in this order; an axis that the numbers lack has one place, or a copy for each sample. */
export function laidOut({values, sizes, samples}: Laid, axes: readonly AxisName[], dtype: DType): Tensor {
  const strides = new Map<AxisName, number>()
  let stride = 1
  for (const [axis, size] of sizes.toReversed()) {
    strides.set(axis, stride)
    stride *= size
  }
  const sizeOf = new Map(sizes)
  const shape = axes.map((axis) => sizeOf.get(axis) ?? (axis === 'sample' ? samples : 1))
  const steps = axes.map((axis) => strides.get(axis) ?? 0)
  if (dtype === 'uint8' && isAsLaid(axes, sizes, samples)) return new Tensor(dtype, shape, Uint8Array.from(values))
  const total = shape.reduce((product, side) => product * side, 1)
  const target = new Float64Array(total)
  const place = new Array<number>(axes.length).fill(0)
  const [row = 1, step = 0] = [shape.at(-1), steps.at(-1)]
  // A picture has a hundred thousand numbers: those of the last axis follow one another in a loop of their own.
  for (let at = 0, from = 0; at < total; from += nextRow(place, shape, steps)) {
    for (let entry = 0; entry < row; entry++) target[at++] = values[from + entry * step] ?? Number.NaN
  }
  return Tensor.of(dtype, shape, target)
}

/** Goes one place on in all axes but the last, the later ones first, and tells how far that is among the numbers. */
function nextRow(place: number[], shape: readonly number[], steps: readonly number[]): number {
  let moved = 0
  for (let axis = shape.length - 2; axis >= 0; axis--) {
    const [side = 1, step = 0] = [shape[axis], steps[axis]]
    place[axis] = (place[axis] ?? 0) + 1
    moved += step
    if ((place[axis] ?? 0) < side) break
    moved -= step * side
    place[axis] = 0
  }
  return moved
}

/** Pictures mostly are: then no byte need be moved alone. */
function isAsLaid(axes: readonly AxisName[], sizes: Laid['sizes'], samples: number): boolean {
  const kept = axes.filter((axis) => sizes.some(([name]) => name === axis))
  const wide = sizes.filter(([axis, size]) => size > 1 || kept.includes(axis)).map(([axis]) => axis)
  return samples === 1 && kept.length === wide.length && kept.every((axis, at) => axis === wide[at])
}
