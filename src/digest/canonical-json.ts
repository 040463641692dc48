import {sha256} from './sha256.ts'

/**
 * Canonical JSON for digests: sorted keys, no spaces, UTF-8. Throws on NaN, infinities, bigint, functions and cycles.
 * Source: RFC 8785 (JSON Canonicalization Scheme); `JSON.stringify` already writes its numbers and strings.
 */
export function canonicalJson(value: unknown): string {
  return write(value, new Set())
}

export function digestOf(value: unknown): `sha256:${string}` {
  return sha256(canonicalJson(value))
}

function write(value: unknown, above: Set<object>): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return writeNumber(value)
  if (typeof value !== 'object') throw new TypeError(`canonical JSON cannot hold a ${typeof value}`)
  if (above.has(value)) throw new TypeError('canonical JSON cannot hold a cycle')
  above.add(value)
  const text = Array.isArray(value)
    ? `[${value.map((item) => write(item, above)).join(',')}]`
    : writeObject(value, above)
  above.delete(value)
  return text
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError('canonical JSON holds finite numbers only')
  return JSON.stringify(value)
}

function writeObject(value: object, above: Set<object>): string {
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${write(item, above)}`).join(',')}}`
}
