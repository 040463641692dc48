import type {Fault, Mapping, Tree} from './tree.ts'

const MOST_LEVELS = 64
// They reach the prototype of an object wherever a later reader assigns by key.
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * A tree as plain objects, arrays, strings, finite numbers, booleans and null, the same for every format, with every
 * breach of the rules all formats share: keys once, no `__proto__`, at most 64 levels, numbers JSON can hold exactly.
 */
export function plainValue(tree: Tree): {value: unknown; faults: Fault[]} {
  const faults: Fault[] = []
  return {value: copy(tree, [], faults), faults}
}

function copy(tree: Tree, path: readonly string[], faults: Fault[]): unknown {
  const refuse = (rule: string, message: string, at = tree.at) => void faults.push({rule, message, at, path})
  if (tree.kind === 'leaf') return copyLeaf(tree.value, refuse)
  if (path.length >= MOST_LEVELS) return refuse('too_deep', `is nested deeper than ${MOST_LEVELS} levels`)
  if (tree.kind === 'list') return tree.items.map((item, at) => copy(item, [...path, String(at)], faults))
  return copyMapping(tree, path, faults, refuse)
}

type Refuse = (rule: string, message: string, at?: number) => void

function copyLeaf(value: unknown, refuse: Refuse): unknown {
  switch (typeof value) {
    case 'boolean':
      return value
    case 'number':
      return copyNumber(value, refuse)
    case 'bigint':
      return refuse('number_range', 'must be a whole number below 2^53')
    case 'string':
      if (!value.isWellFormed() || value.includes('\u0000')) refuse('text', 'must be well-formed text without NUL')
      return value
    default:
      if (value instanceof Date) return refuse('toml_date', 'must not be a date; write it as text')
      return value === null ? null : refuse('kind', 'must be text, a number, true, false, null, a list or a table')
  }
}

function copyNumber(value: number, refuse: Refuse): unknown {
  if (!Number.isFinite(value)) refuse('number_range', 'must be a finite number')
  else if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    refuse('number_range', 'must be a whole number below 2^53')
  }
  // -0 equals 0 but prints and hashes apart.
  return value === 0 ? 0 : value
}

function copyMapping(tree: Mapping, path: readonly string[], faults: Fault[], refuse: Refuse): unknown {
  const made: Record<string, unknown> = {}
  for (const {key, keyAt, value} of tree.entries) {
    if (FORBIDDEN_KEYS.has(key)) refuse('forbidden_key', `must not have the key ${key}`, keyAt)
    else if (Object.hasOwn(made, key)) refuse('duplicate_key', 'has a key twice', keyAt)
    else made[key] = copy(value, [...path, key], faults)
  }
  return made
}
