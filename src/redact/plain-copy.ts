import {ERROR_MARK} from './mark.ts'

/** What becomes of the parts of a value on their way into the copy. */
export interface CopyRules {
  text(text: string): string
  /** Whether a name is known to stay as it is and to hide nothing; absent where that is not known of any. */
  isOrdinary?(name: string): boolean
  number(value: number | bigint): unknown
  /** Instead of a list that goes as a whole; undefined for one that stays. */
  list?(items: readonly unknown[]): unknown
  /** For values that go as a whole because of their name; absent when names do not matter. */
  readonly secret?: {
    readonly goes: (name: string, value: unknown) => boolean
    readonly mask: (value: unknown) => unknown
  }
}

const MOST_LEVELS = 100
const MOST_NODES = 1_000_000

/**
 * A deep copy of plain objects, arrays, strings, numbers, booleans and null, as `JSON.stringify` would see it. Never throws:
 * cycles, too deep or too many nodes, and parts that throw when read become the error mark. Bytes become their count.
 */
export function copyPlain(value: unknown, rules: CopyRules): unknown {
  return new PlainCopy(rules).copy(value)
}

class PlainCopy {
  readonly #rules: CopyRules
  /** A list: most values are a few levels deep, and it costs less than a set. */
  readonly #above: object[] = []
  #nodes = 0

  constructor(rules: CopyRules) {
    this.#rules = rules
  }

  copy(value: unknown): unknown {
    switch (typeof value) {
      case 'string':
        return this.#rules.text(value)
      case 'number':
      case 'bigint':
        return this.#rules.number(value)
      case 'boolean':
        return value
      case 'object':
        return value === null ? null : this.#guard(value)
      default:
        return undefined
    }
  }

  #guard(value: object): unknown {
    if (this.#above.includes(value) || this.#above.length >= MOST_LEVELS || ++this.#nodes > MOST_NODES)
      return ERROR_MARK
    this.#above.push(value)
    try {
      return this.#object(value)
    } catch {
      // A getter, a proxy or a toJSON of someone else threw: nothing is known about this part.
      return ERROR_MARK
    } finally {
      this.#above.pop()
    }
  }

  #object(value: object): unknown {
    if (Array.isArray(value)) return this.#list(value)
    if (value instanceof Uint8Array || value instanceof ArrayBuffer || value instanceof SharedArrayBuffer) {
      return `[${value.byteLength} bytes]`
    }
    if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return this.#list(Array.from(value as Float64Array))
    if (value instanceof Map) return this.#members([...value].map(([key, item]) => [String(key), item]))
    if (value instanceof Set) return this.#list([...value])
    if (value instanceof Error)
      return this.#members([
        ['name', value.name],
        ['message', value.message],
      ])
    const own = ownForm(value)
    return own === undefined ? this.#record(value as Readonly<Record<string, unknown>>) : this.copy(own)
  }

  #list(items: readonly unknown[]): unknown {
    const instead = this.#rules.list?.(items)
    if (instead !== undefined) return instead
    const copied: unknown[] = []
    // Array.from semantics on purpose: holes become null like everything that JSON cannot hold.
    for (let at = 0; at < items.length; at++) {
      if (++this.#nodes > MOST_NODES) return [...copied, ERROR_MARK]
      copied.push(this.copy(items[at]) ?? null)
    }
    return copied
  }

  #record(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const {isOrdinary} = this.#rules
    if (isOrdinary === undefined) return this.#members(Object.entries(value))
    // Read once, and in the form that the engine knows already: member by member it makes that form anew for each copy.
    const copied: Record<string, unknown> = {...value}
    const keys = Object.keys(copied)
    const isPlain = keys.every(isOrdinary) && Object.getOwnPropertySymbols(copied).length === 0
    if (!isPlain || this.#nodes + keys.length > MOST_NODES) return this.#members(Object.entries(copied))
    this.#nodes += keys.length
    for (const key of keys) {
      const item = copied[key]
      const plain = this.copy(item)
      if (plain === undefined) delete copied[key]
      else if (plain !== item) copied[key] = plain
    }
    return copied
  }

  #members(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
    const copied: Record<string, unknown> = {}
    for (const [key, item] of entries) {
      if (++this.#nodes > MOST_NODES) {
        put(copied, ERROR_MARK, ERROR_MARK)
        break
      }
      const shown = this.#rules.text(key)
      const plain = this.#isSecret(key, shown, item) ? this.#rules.secret?.mask(item) : this.copy(item)
      if (plain !== undefined) put(copied, shown, plain)
    }
    return copied
  }

  /** A name may say so only without the secret that stood in it, or only with it. */
  #isSecret(key: string, shown: string, item: unknown): boolean {
    const {secret} = this.#rules
    if (!secret || !canBeSecret(item)) return false
    return secret.goes(key, item) || (shown !== key && secret.goes(shown, item))
  }
}

/** Booleans, null and nothing hold no secret; everything else under a secret name goes as a whole. */
export function canBeSecret(value: unknown): boolean {
  return (
    value !== null &&
    value !== '' &&
    typeof value !== 'boolean' &&
    typeof value !== 'undefined' &&
    typeof value !== 'function'
  )
}

/** What an object of a class says about itself, as `JSON.stringify` would ask it. */
function ownForm(value: object): unknown {
  if ('toJSON' in value && typeof value.toJSON === 'function') return value.toJSON('') ?? null
  if (value instanceof String || value instanceof Number || value instanceof Boolean || value instanceof RegExp)
    return value.toString()
  return undefined
}

/** An own member also for `__proto__`; a second member whose masked name is equal keeps a name of its own. */
function put(target: Record<string, unknown>, key: string, value: unknown): void {
  let name = key
  for (let twin = 2; Object.hasOwn(target, name); twin++) name = `${key}~${twin}`
  if (name === '__proto__')
    Object.defineProperty(target, name, {value, enumerable: true, configurable: true, writable: true})
  else target[name] = value
}
