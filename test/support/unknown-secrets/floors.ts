import type {Half} from './tables.ts'

/** The least share of secrets that is found, by kind and context: development half, held-out half. */
const FLOORS: Readonly<Record<string, readonly [development: number, heldOut: number]>> = {
  'distinctive token: bare sentence': [0.998, 0.95],
  'distinctive token: field without a name': [0.995, 0.945],
  'distinctive token: environment line': [0.999, 0.999],
  'distinctive token: header': [0.998, 0.995],
  'distinctive token: query of an address': [0.999, 0.999],
  'distinctive token: path of an address': [0.992, 0.991],
  'distinctive token: named field': [0.999, 0.997],
  'distinctive token: command line': [0.999, 0.997],
  'ambiguous token: environment line': [0.998, 0.998],
  'ambiguous token: header': [0.997, 0.997],
  'ambiguous token: query of an address': [0.999, 0.999],
  'ambiguous token: named field': [0.998, 0.998],
  'ambiguous token: command line': [0.998, 0.998],
  'file: whole': [0.99, 0.93],
  'command: whole': [0.997, 0.948],
  'private key: whole': [0.999, 0.905],
}
/** The least share in files of the untuned set. */
export const LEAST_UNTUNED = 0.8
export const FLOOR_COUNT = Object.keys(FLOORS).length

/** The least share of held-out tokens beside a name that the general layers find, their vendors' rules taken away. */
export const LEAST_WITHOUT_RULES = 0.995

/** Of the names of the trade at most this share is taken for secret. */
export const MOST_IDENTIFIERS_CHANGED = 1 / 93
/** Of harmless lines with a word of secrets in them at most this share is changed. */
export const MOST_LINES_CHANGED = 0.03

export function floorOf(half: Half, kind: string, context: string): number {
  const floors = FLOORS[`${kind}: ${context}`]
  if (floors === undefined) throw new Error(`no floor for ${kind}: ${context}`)
  return floors[half === 'development' ? 0 : 1]
}
