import {record} from '#contract/json'
import {DTYPES} from '#world/tensor/dtype'
import type {Tensor} from '#world/tensor/tensor'
import {violation} from '../../model/provider-fault.ts'
import {answerBase64, whatCame} from '../../model/value-check.ts'
import {tensorOfNumpy} from '../../wire/numpy-type.ts'

/** An array as the json_numpy package writes it. Source: json_numpy 2.1, `default`. */
export interface JsonNumpy {
  readonly __numpy__: string
  readonly dtype: string
  readonly shape: readonly number[]
}

export function toJsonNumpy({dtype, shape, bytes}: Tensor): JsonNumpy {
  const b64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
  return {__numpy__: b64, dtype: DTYPES[dtype].numpy, shape}
}

/** Rows of numbers from lists, from one array, or from a list of arrays, whichever a server chose. Throws `contract_violation`. */
export function numberRows(value: unknown, name: string): number[][] {
  const whole = arrayOf(value)
  if (whole !== undefined) return rowsOf(whole, name)
  if (!Array.isArray(value) || value.length === 0)
    throw violation(`${name} are ${whatCame(value)}, not rows of numbers`)
  return value.map((row: unknown) => numbersOf(row, name))
}

function rowsOf(tensor: Tensor, name: string): number[][] {
  const [rows = 0, columns = 0] = tensor.shape
  if (tensor.shape.length !== 2) throw violation(`${name} are ${whatCame(tensor)}, not of rank 2`)
  const values = [...tensor.toFloat64()]
  return Array.from({length: rows}, (_, at) => values.slice(at * columns, (at + 1) * columns))
}

function numbersOf(row: unknown, name: string): number[] {
  const array = arrayOf(row)
  if (array !== undefined && array.shape.length !== 1)
    throw violation(`${name} hold a row that is ${whatCame(array)}, not a list`)
  const numbers: unknown = array === undefined ? row : [...array.toFloat64()]
  if (!Array.isArray(numbers) || !numbers.every((number) => typeof number === 'number' && Number.isFinite(number)))
    throw violation(`${name} hold a row that is ${whatCame(row)}, not a list of finite numbers`)
  return numbers
}

function arrayOf(value: unknown): Tensor | undefined {
  const body = record(value)
  if (body === undefined || !('__numpy__' in body)) return undefined
  const {__numpy__: text, dtype, shape} = body
  return tensorOfNumpy(dtype, shape, answerBase64(text, 'an array'))
}
