import {AssayError} from '#error/assay-error'
import {jsonFault, record} from '#world/json'
import {Tensor} from '#world/tensor'

const LIMITS = {depth: 32, size: 64 * 1024 * 1024}

/** Dimensions of a tensor or of nested lists; 0 for anything else. */
export function rankOf(value: unknown): number {
  if (value instanceof Tensor) return value.shape.length
  let rank = 0
  for (let level = value; Array.isArray(level); level = level[0]) rank++
  return rank
}

/** `info` must be JSON and tensors by name, and hold every required field with at least its rank. Throws `invalid_input`. */
export function checkFields(info: unknown, required: Readonly<Record<string, number>> = {}): void {
  const fault = fieldFault(info)
  if (fault !== undefined) throw new AssayError('invalid_input', `info ${fault}`)
  for (const [name, rank] of Object.entries(required)) {
    const value = record(info)?.[name]
    if (value === undefined) throw new AssayError('invalid_input', `info lacks the field ${name}`)
    if (rankOf(value) < rank) throw new AssayError('invalid_input', `info field ${name} needs at least rank ${rank}`)
  }
}

/** Why a value is not a record of JSON values and tensors; undefined when it is. */
export function fieldFault(fields: unknown): string | undefined {
  const all = record(fields)
  if (all === undefined) return 'is not an object'
  for (const value of Object.values(all)) {
    const fault = value instanceof Tensor ? undefined : jsonFault(value, LIMITS)
    if (fault !== undefined) return `holds a value that ${fault.message}`
  }
  return undefined
}
