import {AssayError} from '#error/assay-error'

export type Json = null | boolean | number | string | readonly Json[] | {readonly [key: string]: Json}
export type JsonObject = {readonly [key: string]: Json}

/** What a value may cost: nested levels, and bytes of its JSON text without escapes. */
export interface JsonLimits {
  readonly depth: number
  readonly size: number
}

/** A refusal: where (RFC 6901) and why, without the value. */
export interface JsonFault {
  readonly pointer: string
  readonly message: string
}

/**
 * The first reason why a value from outside is not plain JSON: NaN, infinities, functions, class instances, cycles, holes, the key
 * `__proto__`, too deep, too large. Undefined when it is. Reads data properties only, so no getter of the caller runs.
 */
export function jsonFault(value: unknown, limits: JsonLimits): JsonFault | undefined {
  return new JsonWalk(limits).fault(value, '', 0)
}

class JsonWalk {
  readonly #limits: JsonLimits
  readonly #above = new Set<object>()
  #bytes = 0

  constructor(limits: JsonLimits) {
    this.#limits = limits
  }

  fault(value: unknown, pointer: string, depth: number): JsonFault | undefined {
    this.#bytes += sizeOf(value)
    if (this.#bytes > this.#limits.size) return {pointer: '', message: `is larger than ${this.#limits.size} bytes`}
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return undefined
    if (typeof value === 'number')
      return Number.isFinite(value) ? undefined : {pointer, message: 'is not a finite number'}
    if (typeof value !== 'object') return {pointer, message: `is a ${typeof value}, not JSON`}
    if (depth >= this.#limits.depth) return {pointer: '', message: `is deeper than ${this.#limits.depth} levels`}
    if (this.#above.has(value)) return {pointer, message: 'contains itself'}
    this.#above.add(value)
    const fault = Array.isArray(value)
      ? this.#listFault(value, pointer, depth)
      : this.#recordFault(value, pointer, depth)
    this.#above.delete(value)
    return fault
  }

  #listFault(list: readonly unknown[], pointer: string, depth: number): JsonFault | undefined {
    for (let index = 0; index < list.length; index++) {
      const fault = this.fault(list[index], `${pointer}/${index}`, depth + 1)
      if (fault) return fault
    }
    return undefined
  }

  #recordFault(record: object, pointer: string, depth: number): JsonFault | undefined {
    const prototype = Object.getPrototypeOf(record)
    if (prototype !== Object.prototype && prototype !== null) return {pointer, message: 'is not a plain object'}
    for (const [key, field] of Object.entries(Object.getOwnPropertyDescriptors(record))) {
      this.#bytes += Buffer.byteLength(key) + 3
      if (key === '__proto__') return {pointer, message: 'has the key __proto__'}
      if (!('value' in field)) return {pointer, message: 'has a computed field'}
      if (field.value === undefined) continue
      const fault = this.fault(field.value, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1)
      if (fault) return fault
    }
    return undefined
  }
}

/** Bytes of a value itself, with its comma or brackets, without what is inside. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 3
  return typeof value === 'number' ? String(value).length + 1 : 5
}

/** A finite number, or undefined. */
export function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A record, for looking into values; undefined for anything else. */
export function record(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isRecord(value) ? value : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The refusal of a value given to a call. */
export function invalidInput(message: string, hint?: string): AssayError {
  return new AssayError('invalid_input', message, hint === undefined ? {} : {hint})
}
