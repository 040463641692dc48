import type {Half} from './tables.ts'

/** The least share of secrets that is found, by kind and context: development half, held-out half. */
const FLOORS: Readonly<Record<string, readonly [development: number, heldOut: number]>> = {
  'distinctive token: bare sentence': [0.95, 0.95],
  'distinctive token: field without a name': [0.995, 0.945],
  'distinctive token: environment line': [0.999, 0.993],
  'distinctive token: header': [0.97, 0.97],
  'distinctive token: query of an address': [0.999, 0.999],
  'distinctive token: path of an address': [0.992, 0.991],
  'distinctive token: named field': [0.999, 0.994],
  'distinctive token: command line': [0.999, 0.994],
  'ambiguous token: environment line': [0.993, 0.994],
  'ambiguous token: header': [0.993, 0.993],
  'ambiguous token: query of an address': [0.999, 0.999],
  'ambiguous token: named field': [0.993, 0.993],
  'ambiguous token: command line': [0.993, 0.994],
  'file: whole': [0.9, 0.877],
  'command: whole': [0.994, 0.926],
  'private key: whole': [0.999, 0.905],
}
export const FLOOR_COUNT = Object.keys(FLOORS).length

/** The least share of held-out tokens beside a name that the general layers find, their vendors' rules taken away. */
export const LEAST_WITHOUT_RULES = 0.991

/** Of the names of the trade at most this share is taken for secret; one of 82. */
export const MOST_IDENTIFIERS_CHANGED = 1 / 82
/** Of harmless lines with a word of secrets in them at most this share is changed. */
export const MOST_LINES_CHANGED = 0.03

export function floorOf(half: Half, kind: string, context: string): number {
  const floors = FLOORS[`${kind}: ${context}`]
  if (floors === undefined) throw new Error(`no floor for ${kind}: ${context}`)
  return floors[half === 'development' ? 0 : 1]
}
