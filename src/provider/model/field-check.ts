import {jsonFault, record} from '#contract/json'
import {AssayError} from '#error/assay-error'
import {Tensor} from '#world/tensor/tensor'

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
  if (fault !== undefined) throw invalid('info', `info ${fault}`)
  for (const [name, rank] of Object.entries(required)) {
    const value = record(info)?.[name]
    if (value === undefined) throw invalid(`info/${name}`, `info lacks the field ${name}`)
    if (rankOf(value) < rank) throw invalid(`info/${name}`, `info field ${name} needs at least rank ${rank}`)
  }
}

/** `field`: the place in the request, for who has to name it in the words of a file. */
function invalid(field: string, message: string): AssayError {
  return new AssayError('invalid_input', message, {detail: {field}})
}

/** Why a value is not a record of JSON values and tensors; undefined when it is. */
export function fieldFault(fields: unknown, depth = 0): string | undefined {
  const all = record(fields)
  if (all === undefined) return 'is not an object'
  if (depth >= LIMITS.depth) return `is deeper than ${LIMITS.depth} levels`
  for (const [key, value] of Object.entries(all)) {
    if (key === '__proto__') return 'has the key __proto__'
    if (value instanceof Tensor) continue
    const fault = holdsTensor(value) ? fieldFault(value, depth + 1) : jsonFault(value, LIMITS)?.message
    if (fault !== undefined) return depth === 0 && !fault.startsWith('holds') ? `holds a value that ${fault}` : fault
  }
  return undefined
}

/** Only maps that hold tensors need a look at each of their values; whatever else they hold is looked at as JSON. */
function holdsTensor(value: unknown, depth = 0): boolean {
  const inner = record(value)
  if (inner === undefined || depth > LIMITS.depth || Object.getPrototypeOf(inner) !== Object.prototype) return false
  return Object.values(inner).some((item) => item instanceof Tensor || holdsTensor(item, depth + 1))
}
