import type {FloatType} from '#provider/model/float-types'
import type {Subject} from '../model/subject.ts'

/** Bits of a number of half precision behind its first one, and the exponent below which they lie evenly. */
const HALF = {digits: 10, least: -14} as const

/** What a provider says its numbers are rounded to. Single precision and finer need no more room than every limit has. */
export function floatTypeOf({descriptor}: Pick<Subject, 'descriptor'>): FloatType {
  return descriptor.float_type ?? 'float64'
}

/** How far from a number the next one of its type lies; 0 where that is less than any limit minds. */
export function spacingAt(type: FloatType, value: number): number {
  if (type !== 'float16' || !Number.isFinite(value)) return 0
  const exponent = Math.max(HALF.least, Math.floor(Math.log2(Math.abs(value))))
  return 2 ** (exponent - HALF.digits)
}

/** Numbers as half precision holds them. */
export function halved(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values, Math.f16round)
}

/** Whether these are numbers of half precision: who states it and answers finer ones has no use of it. */
export function areHalves(values: ArrayLike<number>): boolean {
  return Array.from(values).every((value) => Math.f16round(value) === value)
}
