import {autocorrelation, centredOf, correlationTime} from './autocorrelation.ts'
import {studentQuantile} from './beta.ts'
import {demandFinite} from './input.ts'
import {zOf} from './normal.ts'

/** Longer series are looked at as the means of so many runs of neighbours. */
const MOST_RUNS = 2000
/** Fewer independent values than this do not show how alike neighbours are. */
const LEAST = 12
/** Chance that values without an order are taken for values with one. */
const FALSE_ALARM = 0.05
const MOST_LAGS = 40
const LEVEL = 0.95

/** How many independent values a series tells as much as; its length where nothing shows that neighbours are alike, 0 where it is too short to say. */
export interface SerialSizes {
  readonly ofMean: number
  /** About the share of values up to a limit, and so about a quantile. */
  ofShareUpTo(limit: number): number
}

/**
 * What values that follow one another in time are worth, such as calls to a server that slows down now and then. Neighbours count as alike
 * where ranks go with those next to them more than chance would let them; then the smaller count of ranks and values holds, made smaller
 * still because it is itself an estimate. Throws `stats_input`.
 */
export function serialSizes(values: ArrayLike<number>): SerialSizes {
  demandFinite(values)
  const ranks = ranksOf(values)
  if (!isSerial(ranks)) return {ofMean: values.length, ofShareUpTo: () => values.length}
  const byRank = sizeOf(ranks)
  const worth = (other: ArrayLike<number>) => certain(Math.min(byRank, sizeOf(other)), values.length)
  return {
    ofMean: worth(values),
    ofShareUpTo: (limit) => worth(Float64Array.from(values, (value) => (value <= limit ? 1 : 0))),
  }
}

/** A place in order for every value, means of places for equals. */
function ranksOf(values: ArrayLike<number>): Float64Array {
  const order = Uint32Array.from({length: values.length}, (_, at) => at).sort(
    (one, other) => (values[one] ?? 0) - (values[other] ?? 0),
  )
  const ranks = new Float64Array(values.length)
  for (let from = 0; from < order.length; ) {
    let to = from
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to++
    for (let at = from; at < to; at++) ranks[order[at] ?? 0] = (from + to - 1) / 2
    from = to
  }
  return ranks
}

/** By the first lag, or by the first lags together, which shows what is slow and noisy. */
function isSerial(ranks: Float64Array): boolean {
  const series = centredOf(ranks)
  if (!(series.variance > 0)) return false
  const n = ranks.length
  const lags = Math.min(MOST_LAGS, Math.ceil(Math.sqrt(n)))
  const found = Array.from({length: lags}, (_, lag) => autocorrelation(series, lag + 1))
  const limit = zOf(1 - 2 * FALSE_ALARM)
  const together = found.reduce((sum, one) => sum + one, 0)
  return (found[0] ?? 0) > limit / Math.sqrt(n) || together > limit * Math.sqrt(lags / n)
}

/** Effective size of a long series, from the means of batches of neighbouring values. */
function sizeOf(values: ArrayLike<number>): number {
  const all = centredOf(values)
  if (!(all.variance > 0)) return values.length
  const width = Math.ceil(values.length / MOST_RUNS)
  const runs = width === 1 ? all : centredOf(runMeans(values, width))
  if (!(runs.variance > 0)) return values.length
  const size = (all.variance / runs.variance) * (runs.values.length / correlationTime(runs))
  return Math.min(values.length, size)
}

function runMeans(values: ArrayLike<number>, width: number): Float64Array {
  return Float64Array.from({length: Math.floor(values.length / width)}, (_, run) => {
    let sum = 0
    for (let at = run * width; at < (run + 1) * width; at++) sum += values[at] ?? 0
    return sum / width
  })
}

/** An estimated count is as uncertain as a variance of as many values: Student's factor makes it smaller. */
function certain(size: number, n: number): number {
  if (size >= n) return n
  if (size < LEAST) return 0
  return size * (zOf(LEVEL) / studentQuantile((1 + LEVEL) / 2, size - 1)) ** 2
}
