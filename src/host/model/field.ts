import {isRecord} from '#contract/is-record'

/** A value of a reply and the path it was taken from. */
export interface Field<Value> {
  readonly value: Value
  readonly path: string
}

/** What a value is read as; undefined where it is of another kind. */
type As<Value> = (value: unknown) => Value | undefined

/**
 * The first of these paths that is there and not null. What stands there in the wrong type is no value: nothing is guessed, and no later
 * path is asked.
 */
export function readField<Value>(document: unknown, paths: readonly string[], as: As<Value>): Field<Value> | undefined {
  for (const path of paths) {
    const found = at(document, path)
    if (found === undefined || found === null) continue
    const value = as(found)
    return value === undefined ? undefined : {value, path}
  }
  return undefined
}

export const asText: As<string> = (value) => (typeof value === 'string' && value !== '' ? value : undefined)

export const asTruth: As<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

/** A whole number from 0 to 2^53. */
export const asCount: As<number> = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

export const asList: As<readonly unknown[]> = (value) => (Array.isArray(value) ? value : undefined)

/** Text or a whole number, kept as text. */
export const asId: As<string> = (value) => asText(value) ?? asCount(value)?.toString()

const MOST_SECONDS = 1e11

/** Milliseconds since 1970, of ISO 8601 with a zone or of a Unix time in seconds; above 10^11 it is in milliseconds already. */
export const asTime: As<number> = (value) => {
  if (typeof value === 'number') {
    return Number.isFinite(value) && value > 0 ? (value > MOST_SECONDS ? value : value * 1000) : undefined
  }
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(value)) return undefined
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : at
}

function at(document: unknown, path: string): unknown {
  let node = document
  for (const part of path.split('.')) node = isRecord(node) && Object.hasOwn(node, part) ? node[part] : undefined
  return node
}
