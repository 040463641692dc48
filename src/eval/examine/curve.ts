import {wilson} from '#stats/share-interval'
import {EQUIVALENT} from './harm.ts'

/** One mutant: what it costs, and whether somebody failed it. */
export interface FoundAt {
  readonly harm: number
  readonly found: boolean
}

/** Where bands of harm begin; what is below the first is equivalent. */
const EDGES = [EQUIVALENT, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5] as const
/** The share that must be found before a harm counts as one that is found. */
export const FOUND = 0.95

/** Mutants of one band of harm, `from` inclusive, and the share of them that is found; `low` and `high` are Wilson limits of 95 %. */
export interface Band {
  readonly from: number
  readonly to: number
  readonly mutants: number
  readonly found: number
  readonly share: number
  readonly low: number
  readonly high: number
}

/** The share found against harm, band by band; bands without mutants are left out. */
export function curveOf(sightings: readonly FoundAt[]): Band[] {
  return EDGES.flatMap((from, at) => {
    const to = EDGES[at + 1] ?? Number.POSITIVE_INFINITY
    const inside = sightings.filter(({harm}) => harm >= from && harm < to)
    const found = inside.filter((one) => one.found).length
    const interval = wilson(found, inside.length)
    if (!interval) return []
    return [{from, to, mutants: inside.length, found, share: interval.estimate, low: interval.low, high: interval.high}]
  })
}

/** The least harm from which on at least 95 % are found in every band; undefined where not even the worst are. */
export function smallestFound(sightings: readonly FoundAt[]): number | undefined {
  const bands = curveOf(sightings).reverse()
  const missed = bands.findIndex(({share}) => share < FOUND)
  return bands.slice(0, missed < 0 ? bands.length : missed).at(-1)?.from
}

/** The mutants at or above a harm. */
export function above(sightings: readonly FoundAt[], harm: number): FoundAt[] {
  return sightings.filter((one) => one.harm >= harm)
}
