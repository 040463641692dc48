import {canBeSecret} from './plain-copy.ts'
import type {Scanner} from './scanner.ts'

/** Where something secret-like stands, and which rule says so. Never the value. */
export interface SecretFinding {
  /** RFC 6901, with the masked form of a key that is itself secret; empty for a text of its own. */
  readonly pointer: string
  readonly rule: string
  /** From 1, in text. */
  readonly line?: number
}

/** Every finding in a text, by line. */
export function findInText(text: string, scanner: Scanner): SecretFinding[] {
  const {spans} = scanner.scan(text)
  let line = 1
  let seen = 0
  return spans.flatMap((span) => {
    for (let at = text.indexOf('\n', seen); at >= 0 && at < span.start; at = text.indexOf('\n', seen)) {
      line++
      seen = at + 1
    }
    return span.tidy ? [] : [{pointer: '', rule: span.rule, line}]
  })
}

/** Every finding in a tree of plain values, keys before values, in document order. */
export function findInTree(tree: unknown, scanner: Scanner): SecretFinding[] {
  const findings: SecretFinding[] = []
  const look = (text: string, pointer: string) => {
    const spans = scanner.scan(text).spans.filter((span) => !span.tidy)
    for (const {rule} of spans) findings.push({pointer, rule})
    return spans.length === 0
  }
  const member = (key: string, value: unknown, pointer: string, at: number) => {
    const clean = scanner.scan(key).spans.length === 0
    const here = `${pointer}/${clean ? key.replaceAll('~', '~0').replaceAll('/', '~1') : `[key ${at + 1}]`}`
    if (!clean) look(key, here)
    if (canBeSecret(value) && scanner.hides(key, value)) findings.push({pointer: here, rule: 'secret-key'})
    else walk(value, here)
  }
  const list = (items: readonly unknown[], pointer: string) => {
    const [bytes] = scanner.bytesIn(items)
    if (bytes) findings.push({pointer, rule: bytes.rule})
    else for (const [at, item] of items.entries()) walk(item, `${pointer}/${at}`)
  }
  const walk = (value: unknown, pointer: string): void => {
    if (typeof value === 'string' || typeof value === 'number') look(String(value), pointer)
    else if (Array.isArray(value)) list(value, pointer)
    else if (value !== null && typeof value === 'object') {
      for (const [at, [key, item]] of Object.entries(value).entries()) member(key, item, pointer, at)
    }
  }
  walk(tree, '')
  return findings
}
