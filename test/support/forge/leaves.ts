import type {Json} from './forged-run.ts'

/** A value in a document that is neither list nor object, by where it stands. */
export interface Leaf {
  readonly pointer: readonly (string | number)[]
  readonly value: null | boolean | number | string
}

export function leavesOf(value: Json, pointer: readonly (string | number)[] = []): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{pointer, value}]
  return Array.isArray(value)
    ? value.flatMap((item, at) => leavesOf(item, [...pointer, at]))
    : Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...pointer, key]))
}

/** Another value of the same kind, one that a forger would like where there is one. */
export function swapped({value}: Leaf): Json {
  if (typeof value === 'number') return value === 0 ? 1 : Number.isInteger(value) ? value - 1 : value / 2
  if (typeof value === 'boolean') return !value
  if (value === null) return 0
  return LIKED[value] ?? `${value}x`
}

const LIKED: Readonly<Record<string, string>> = {
  fail: 'pass',
  failed: 'passed',
  pass: 'fail',
  passed: 'failed',
  gate: 'advisory',
  advisory: 'gate',
  success: 'failed',
  inconclusive: 'pass',
  ok: 'failed',
}

/** The document with one leaf changed. */
export function withLeaf(document: Json, [key, ...rest]: readonly (string | number)[], value: Json): Json {
  if (key === undefined) return value
  const copy = (Array.isArray(document) ? [...document] : {...(document as object)}) as Record<string | number, Json>
  copy[key] = withLeaf(copy[key] ?? null, rest, value)
  return copy as Json
}
