import {ProviderError} from '#error/provider-error'
import {Tensor} from '#world/tensor/tensor'
import {violation} from '../model/provider-fault.ts'
import {type ArrayDialect, DIALECTS, type WireMap} from './array-dialect.ts'

/** What a reply may hold once its arrays are tensors. */
export type WireValue = null | boolean | number | string | Tensor | readonly WireValue[] | WireObject
export type WireObject = {readonly [key: string]: WireValue}

/** Other marked maps of a protocol: gives the value a map stands for, or undefined for an ordinary one. */
export type MarkReader = (map: WireMap) => unknown

/** A value read, and the array dialects that were met in it. */
export interface WireReading {
  readonly value: WireValue
  readonly dialects: ReadonlySet<ArrayDialect>
}

/** Tensors of a request as a dialect puts them; everything else stays. */
export function writeArrays(value: unknown, dialect: ArrayDialect): unknown {
  if (value instanceof Tensor) return DIALECTS[dialect].encode(value)
  if (Array.isArray(value)) return value.map((item) => writeArrays(item, dialect))
  if (typeof value !== 'object' || value === null) return value
  return new Map(Object.entries(value).map(([key, item]) => [key, writeArrays(item, dialect)]))
}

/** A decoded reply as plain values and tensors, in the dialects allowed. Throws `contract_violation` for NaN, big integers, bare bytes, strange keys. */
export function readArrays(decoded: unknown, allowed: readonly ArrayDialect[], marks?: MarkReader): WireReading {
  const reader = new Reader(allowed, marks)
  try {
    return {value: reader.read(decoded), dialects: reader.dialects}
  } catch (error) {
    throw placed(error, reader.place)
  }
}

/** A value that is a map; undefined for anything else. */
export function wireObject(value: WireValue | undefined): WireObject | undefined {
  const isObject = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isObject ? (value as WireObject) : undefined
}

/** Names of the other side are not repeated unless they are plain. */
const PLAIN = /^[\w.-]{1,64}$/

/** A broken promise says where it is, as far as its names may be shown. */
function placed(error: unknown, place: readonly string[]): unknown {
  const shown = place.filter((name) => PLAIN.test(name)).join('.')
  if (shown === '' || !(error instanceof ProviderError) || error.code !== 'contract_violation') return error
  return violation(`${shown}: ${error.message}`, error.detail)
}

class Reader {
  readonly dialects = new Set<ArrayDialect>()
  /** Names on the way to what is being read. */
  readonly place: string[] = []
  readonly #allowed: readonly ArrayDialect[]
  readonly #marks: MarkReader | undefined

  constructor(allowed: readonly ArrayDialect[], marks: MarkReader | undefined) {
    this.#allowed = allowed
    this.#marks = marks
  }

  read(decoded: unknown): WireValue {
    if (decoded === null || typeof decoded === 'boolean' || typeof decoded === 'string') return decoded
    if (typeof decoded === 'number') return finite(decoded)
    if (typeof decoded === 'bigint') return whole(decoded)
    if (decoded instanceof Uint8Array) throw violation('reply holds bytes that belong to no array')
    if (Array.isArray(decoded)) return decoded.map((item) => this.read(item))
    if (decoded instanceof Map) return this.#map(decoded)
    throw violation('reply holds a value that is not plain')
  }

  #map(decoded: ReadonlyMap<unknown, unknown>): WireValue {
    const map = sorted(decoded)
    for (const dialect of this.#allowed) {
      const found = DIALECTS[dialect].read(map)
      if (found === undefined) continue
      this.dialects.add(dialect)
      return found
    }
    const marked = this.#marks?.(map)
    if (marked !== undefined) return this.read(marked)
    if (map.bytes.size > 0) throw violation('reply holds a map with byte keys that is no array of this protocol')
    const object: Record<string, WireValue> = {}
    for (const [key, value] of map.texts) object[key] = this.#within(key, value)
    return object
  }

  #within(name: string, value: unknown): WireValue {
    this.place.push(name)
    const read = this.read(value)
    this.place.pop()
    return read
  }
}

const NONE: ReadonlyMap<string, unknown> = new Map()

/** Most maps have keys of one kind: those of texts stay as they are. */
function sorted(decoded: ReadonlyMap<unknown, unknown>): WireMap {
  let bytes: Map<string, unknown> | undefined
  for (const [key, value] of decoded) {
    if (key === '__proto__') throw violation('reply holds the key __proto__')
    if (typeof key === 'string') continue
    if (!(key instanceof Uint8Array)) throw violation('reply holds a map whose keys are neither texts nor bytes')
    bytes ??= new Map()
    bytes.set(latin1(key), value)
  }
  if (bytes === undefined) return {texts: decoded as ReadonlyMap<string, unknown>, bytes: NONE}
  return {texts: textsOf(decoded), bytes}
}

function textsOf(decoded: ReadonlyMap<unknown, unknown>): ReadonlyMap<string, unknown> {
  const texts = new Map<string, unknown>()
  for (const [key, value] of decoded) if (typeof key === 'string') texts.set(key, value)
  return texts.size === 0 ? NONE : texts
}

/** The key as it is, not copied first: every array of a reply has five of them. */
function latin1(key: Uint8Array): string {
  const bytes = key instanceof Buffer ? key : Buffer.from(key.buffer, key.byteOffset, key.length)
  return bytes.toString('latin1')
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw violation('reply holds a number that is not finite')
  return value
}

function whole(value: bigint): number {
  if (!Number.isSafeInteger(Number(value))) throw violation('reply holds an integer beyond 2^53')
  return Number(value)
}
