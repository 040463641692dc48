import {parse, TomlError} from 'smol-toml'
import {scanToml, type TomlPlace} from './scan-toml.ts'
import type {Fault, Parsed, Tree} from './tree.ts'

// One more than the shared rules allow: they refuse it, and no recursion runs away before.
const MOST_LEVELS = 65

/** TOML with positions. Unsafe integers come as bigint and dates as Date; the shared rules refuse both. Source: TOML 1.0. */
export function parseToml(text: string): Parsed {
  try {
    const value = parse(text, {integersAsBigInt: 'asNeeded', useLegacyDate: true, maxDepth: MOST_LEVELS})
    const place = scanToml(text, decodeKey)
    return {tree: toTree(value, place, 0), faults: []}
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    return {tree: undefined, faults: [faultOf(text, error)]}
  }
}

/** The name a quoted key stands for, escapes resolved. */
function decodeKey(token: string): string {
  return Object.keys(parse(`${token}=0`))[0] ?? ''
}

function faultOf(text: string, error: TomlError): Fault {
  const at = offsetOf(text, error)
  if (error.message.includes('redefine')) return {rule: 'duplicate_key', message: 'has a key twice', at, path: []}
  if (error.message.includes('nested')) return {rule: 'too_deep', message: 'is nested too deeply', at, path: []}
  return {rule: 'syntax', message: 'is not TOML', at, path: []}
}

function offsetOf(text: string, {line, column}: TomlError): number {
  let start = 0
  for (let above = 1; above < line; above += 1) start = text.indexOf('\n', start) + 1
  return start + column - 1
}

function toTree(value: unknown, place: TomlPlace | undefined, level: number): Tree {
  const at = place?.at ?? -1
  if (typeof value !== 'object' || value === null || value instanceof Date) return {kind: 'leaf', value, at}
  if (level > MOST_LEVELS) return {kind: 'list', items: [], at}
  if (Array.isArray(value)) {
    return {kind: 'list', at, items: value.map((item, at) => toTree(item, place?.inside.get(String(at)), level + 1))}
  }
  const entries = Object.entries(value).map(([key, item]) => {
    const inner = place?.inside.get(key)
    return {key, keyAt: inner?.keyAt ?? -1, value: toTree(item, inner, level + 1)}
  })
  return {kind: 'map', at, entries}
}
