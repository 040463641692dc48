import {shuffled} from '#random/pick'
import type {Stream} from '#random/stream'
import {demandFinite} from './input.ts'
import {summarise} from './summary.ts'

/** The order that was seen is one of them: the smallest chance is 0.001. */
const ORDERS = 1000
/** Sums of the same distances in another order differ by less, in shares. */
const ROUNDING = 1e-9

/**
 * Chance that groups of vectors of one length lie this far apart when all of them come from one distribution: a permutation test on the distances
 * within groups, each coordinate in its pooled standard deviations. Undefined where fewer than two groups have two vectors, or all are equal.
 * Throws `stats_input`. Source: Rizzo and Székely, DISCO analysis (2010), with the exponent 1.
 */
export function chanceOfGroups(groups: readonly (readonly ArrayLike<number>[])[], stream: Stream): number | undefined {
  const all = groups.flat()
  for (const one of all) demandFinite(one)
  const distances = distancesOf(inDeviations(all))
  const sizes = groups.map(({length}) => length)
  const isTold = sizes.filter((size) => size > 1).length > 1 && distances.some((row) => row.some((value) => value > 0))
  if (!isTold) return undefined
  const seen = all.map((_, at) => at)
  const spread = spreadWithin(distances, seen, sizes)
  let asFar = 1
  for (let order = 1; order < ORDERS; order++)
    if (spreadWithin(distances, shuffled(seen, stream), sizes) <= spread * (1 + ROUNDING)) asFar++
  return asFar / ORDERS
}

/** Each coordinate divided by its standard deviation over all vectors; what never moves tells nothing. */
function inDeviations(vectors: readonly ArrayLike<number>[]): Float64Array[] {
  const scaled = vectors.map((vector) => Float64Array.from(vector))
  for (let at = 0; at < (vectors[0]?.length ?? 0); at++) {
    const {sd = 0} = summarise(vectors.map((vector) => vector[at] ?? Number.NaN)) ?? {}
    for (const one of scaled) one[at] = sd > 0 ? (one[at] ?? 0) / sd : 0
  }
  return scaled
}

function distancesOf(vectors: readonly Float64Array[]): number[][] {
  return vectors.map((one) => vectors.map((other) => distance(one, other)))
}

/** Answers may be long: more numbers than a function takes arguments. */
function distance(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (const [at, value] of one.entries()) sum += (value - (other[at] ?? 0)) ** 2
  return Math.sqrt(sum)
}

/** The dispersion that is left within groups of these sizes, taken one after the other. */
function spreadWithin(distances: readonly number[][], order: readonly number[], sizes: readonly number[]): number {
  let [sum, from] = [0, 0]
  for (const size of sizes) {
    const members = order.slice(from, from + size)
    for (const one of members) for (const other of members) sum += (distances[one]?.[other] ?? 0) / (2 * size)
    from += size
  }
  return sum
}
