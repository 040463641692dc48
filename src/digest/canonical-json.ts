import {sha256} from './sha256.ts'

/**
 * Canonical JSON for digests: sorted keys, no spaces, UTF-8. Throws on NaN, infinities, bigint, functions and cycles.
 * Source: RFC 8785 (JSON Canonicalization Scheme); `JSON.stringify` already writes its numbers and strings.
 */
export function canonicalJson(value: unknown): string {
  return write(value, [])
}

export function digestOf(value: unknown): `sha256:${string}` {
  return sha256(canonicalJson(value))
}

/** `above`: what the value stands in. A list: few values are deep, and most are looked at for one digest. */
function write(value: unknown, above: object[]): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return writeNumber(value)
  if (typeof value !== 'object') throw new TypeError(`canonical JSON cannot hold a ${typeof value}`)
  if (above.includes(value)) throw new TypeError('canonical JSON cannot hold a cycle')
  above.push(value)
  const text = Array.isArray(value) ? writeList(value, above) : writeObject(value, above)
  above.pop()
  return text
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError('canonical JSON holds finite numbers only')
  return JSON.stringify(value)
}

function writeList(list: readonly unknown[], above: object[]): string {
  return `[${list.map((item) => write(item, above)).join(',')}]`
}

function writeObject(value: object, above: object[]): string {
  let text = ''
  // Sorted by UTF-16 unit, as the standard has it and `sort` does.
  for (const key of Object.keys(value).sort()) {
    const item: unknown = Reflect.get(value, key)
    if (item !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${write(item, above)}`
  }
  return `{${text}}`
}
