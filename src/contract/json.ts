/** A value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | {readonly [key: string]: Json}
/** An object that JSON can hold. */
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
  // Most values are far from the limit even when each part counts for the most it can be: only the others are counted out.
  const quick = new JsonWalk(limits, mostSizeOf)
  const fault = quick.find(value)
  return quick.isTooLarge ? new JsonWalk(limits, sizeOf).find(value) : fault
}

/**
 * Why a value that `JSON.parse` made cannot be kept: it can only be too deep, hold the key `__proto__` or a number too large to be one. Gives the
 * message alone.
 */
export function parsedFault(value: unknown, mostDepth: number): string | undefined {
  return parsedFaultAt(value, mostDepth, mostDepth)
}

function parsedFaultAt(value: unknown, levels: number, mostDepth: number): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : NOT_FINITE
  if (typeof value !== 'object' || value === null) return undefined
  if (levels === 0) return tooDeep(mostDepth)
  if (!Array.isArray(value) && Object.hasOwn(value, '__proto__')) return HAS_PROTO
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    const fault = parsedFaultAt(item, levels - 1, mostDepth)
    if (fault !== undefined) return fault
  }
  return undefined
}

const NOT_FINITE = 'is not a finite number'
const HAS_PROTO = 'has the key __proto__'
const tooDeep = (levels: number) => `is deeper than ${levels} levels`

class JsonWalk {
  readonly #limits: JsonLimits
  readonly #sizeOf: (value: unknown) => number
  readonly #above = new Set<object>()
  /** Where a fault lies, from inside out: put together on the way back, for most values have none. */
  readonly #trail: string[] = []
  /** The fault is that of the whole value. */
  #isWhole = false
  #bytes = 0
  isTooLarge = false

  constructor(limits: JsonLimits, size: (value: unknown) => number) {
    this.#limits = limits
    this.#sizeOf = size
  }

  find(value: unknown): JsonFault | undefined {
    const message = this.#fault(value, 0)
    if (message === undefined) return undefined
    const steps = this.#trail.toReversed().map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    return {pointer: this.#isWhole ? '' : steps.join(''), message}
  }

  #fault(value: unknown, depth: number): string | undefined {
    this.#bytes += this.#sizeOf(value)
    if (this.#bytes > this.#limits.size) return this.#tooLarge()
    if (typeof value === 'number') return Number.isFinite(value) ? undefined : NOT_FINITE
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return undefined
    if (typeof value !== 'object') return `is a ${typeof value}, not JSON`
    if (depth >= this.#limits.depth) return this.#whole(tooDeep(this.#limits.depth))
    if (this.#above.has(value)) return 'contains itself'
    this.#above.add(value)
    const fault = Array.isArray(value) ? this.#listFault(value, depth) : this.#recordFault(value, depth)
    this.#above.delete(value)
    return fault
  }

  #tooLarge(): string {
    this.isTooLarge = true
    return this.#whole(`is larger than ${this.#limits.size} bytes`)
  }

  #whole(message: string): string {
    this.#isWhole = true
    return message
  }

  #inside(step: string | number, value: unknown, depth: number): string | undefined {
    const fault = this.#fault(value, depth + 1)
    if (fault !== undefined) this.#trail.push(String(step))
    return fault
  }

  #listFault(list: readonly unknown[], depth: number): string | undefined {
    for (let index = 0; index < list.length; index++) {
      const fault = this.#inside(index, list[index], depth)
      if (fault !== undefined) return fault
    }
    return undefined
  }

  #recordFault(record: object, depth: number): string | undefined {
    const prototype = Object.getPrototypeOf(record)
    if (prototype !== Object.prototype && prototype !== null) return 'is not a plain object'
    for (const key of Object.getOwnPropertyNames(record)) {
      this.#bytes += this.#sizeOf(key)
      if (key === '__proto__') return HAS_PROTO
      const field = Object.getOwnPropertyDescriptor(record, key)
      if (field === undefined || !('value' in field)) return 'has a computed field'
      const fault = field.value === undefined ? undefined : this.#inside(key, field.value, depth)
      if (fault !== undefined) return fault
    }
    return undefined
  }
}

/** Bytes of a value itself, with its comma or brackets, without what is inside. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 3
  return typeof value === 'number' ? String(value).length + 1 : 5
}

/** A deep copy of plain JSON: of it alone, which is what makes it many times quicker than a structured clone. */
export function copyJson<T>(value: T): T {
  return copied(value) as T
}

function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copied)
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) copy[key] = copied(Reflect.get(value, key))
  return copy
}

/** At least `sizeOf`: a number takes 24 characters at most, a UTF-16 unit three bytes. */
function mostSizeOf(value: unknown): number {
  if (typeof value === 'string') return 3 * value.length + 3
  return typeof value === 'number' ? 25 : 5
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
