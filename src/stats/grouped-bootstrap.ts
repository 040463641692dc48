import {seedStream} from '#random/stream'
import {demandFinite} from './input.ts'

const RESAMPLES = 1999
/** Ranks of the limits of 95 % among the resamples. */
const [LOW_RANK, HIGH_RANK] = [50, 1950]
/** Larger groups are resampled as so many of their quantiles, which makes the limits a little wider and keeps the cost flat. */
const MOST_OF_A_GROUP = 2000

interface Limits {
  readonly low: number
  readonly high: number
}

/**
 * Limits of 95 % for the mean and for quantiles of values that come in groups, such as calls of processes: groups are drawn again, and
 * in each its values. What differs between groups widens the limits, which pooled values would hide. Percentile method.
 * Throws `stats_input`. Source: Davison and Hinkley, Bootstrap Methods and their Application, 3.8.
 */
export function groupedBootstrap(
  groups: readonly ArrayLike<number>[],
  quantiles: readonly number[],
  label: string,
): {readonly mean: Limits; readonly quantiles: readonly Limits[]} {
  const thin = groups.filter((group) => group.length > 0).map(thinned)
  const pool = Float64Array.from(thin.flatMap((group) => [...group])).sort()
  const placed = thin.map((group) => Uint32Array.from(group, (value) => placeOf(pool, value)))
  const stream = seedStream(label)
  const counts = new Uint32Array(pool.length)
  const means = new Float64Array(RESAMPLES)
  const found = quantiles.map(() => new Float64Array(RESAMPLES))
  for (let resample = 0; resample < RESAMPLES; resample++) {
    counts.fill(0)
    let total = 0
    for (let drawn = 0; drawn < placed.length; drawn++) {
      const group = placed[stream.int(placed.length)] ?? new Uint32Array()
      for (let at = 0; at < group.length; at++) {
        const place = group[stream.int(group.length)] ?? 0
        counts[place] = (counts[place] ?? 0) + 1
      }
      total += group.length
    }
    means[resample] = meanOf(pool, counts, total)
    for (const [at, q] of quantiles.entries()) found[at]?.set([quantileOf(pool, counts, q * total)], resample)
  }
  return {mean: limitsOf(means), quantiles: found.map(limitsOf)}
}

function thinned(group: ArrayLike<number>): Float64Array {
  demandFinite(group)
  const sorted = Float64Array.from(group).sort()
  if (sorted.length <= MOST_OF_A_GROUP) return sorted
  const at = (part: number) => sorted[Math.floor(((part + 0.5) / MOST_OF_A_GROUP) * sorted.length)] ?? Number.NaN
  return Float64Array.from({length: MOST_OF_A_GROUP}, (_, part) => at(part))
}

/** Where the value stands in the sorted pool, the first of equals. */
function placeOf(pool: Float64Array, value: number): number {
  let [low, high] = [0, pool.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((pool[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

function meanOf(pool: Float64Array, counts: Uint32Array, total: number): number {
  let sum = 0
  for (let at = 0; at < pool.length; at++) sum += (pool[at] ?? 0) * (counts[at] ?? 0)
  return sum / total
}

/** The value of rank ⌈position⌉. */
function quantileOf(pool: Float64Array, counts: Uint32Array, position: number): number {
  const rank = Math.max(1, Math.ceil(position - 1e-9))
  let seen = 0
  for (let at = 0; at < pool.length; at++) {
    seen += counts[at] ?? 0
    if (seen >= rank) return pool[at] ?? Number.NaN
  }
  return pool[pool.length - 1] ?? Number.NaN
}

function limitsOf(values: Float64Array): Limits {
  values.sort()
  return {low: values[LOW_RANK - 1] ?? Number.NaN, high: values[HIGH_RANK - 1] ?? Number.NaN}
}
