import {AssayError} from '#error/assay-error'
import {seedStream} from '#random/stream'
import {normalQuantile} from './normal.ts'
import {normalBelow} from './normal-tail.ts'

const RESAMPLES = 1999
const Z_95 = 1.959963984540054

/** An interval of 95 %. `percentile` and `bca` (bias-corrected and accelerated) read the same resamples. */
export interface BootstrapInterval {
  readonly percentile: {readonly low: number; readonly high: number}
  readonly bca: {readonly low: number; readonly high: number}
}

/** A number made of column means, such as the ratio of two of them. */
export type StatisticOfMeans = (means: ArrayLike<number>) => number

/** Where the mean of such values lies, see `bootstrapOfMeans`. */
export function bootstrapMean(values: readonly number[], label: string): BootstrapInterval | undefined {
  return bootstrapOfMeans([values], (means) => means[0] ?? Number.NaN, label)
}

/**
 * Where a statistic of the column means lies: 1999 resamples of whole rows, drawn from the stream of `label`. Columns have equal length.
 * `undefined` for fewer than two rows, and where some resample has no finite statistic. Throws `stats_input` for values that are not
 * finite. Source: Efron, Better Bootstrap Confidence Intervals, JASA 82 (1987).
 */
export function bootstrapOfMeans(
  columns: readonly (readonly number[])[],
  statistic: StatisticOfMeans,
  label: string,
): BootstrapInterval | undefined {
  if (!columns.every((column) => column.every(Number.isFinite)))
    throw new AssayError('stats_input', 'A value to resample is not finite')
  const rows = columns[0]?.length ?? 0
  if (rows < 2) return undefined
  const sums = Float64Array.from(columns, (column) => column.reduce((sum, value) => sum + value, 0))
  const found = resampled(columns, statistic, label)
  const left = Float64Array.from({length: rows}, (_, row) =>
    statistic(sums.map((sum, at) => (sum - (columns[at]?.[row] ?? 0)) / (rows - 1))),
  )
  return intervalOf(statistic(sums.map((sum) => sum / rows)), found, left)
}

/** A number made of rows by how often each counts, such as a rank statistic. */
export type StatisticOfWeights = (weights: ArrayLike<number>) => number

/** The same for statistics that are none of means, with the same draws: each resample says how often each of the `rows` counts. */
export function bootstrapOfWeights(
  rows: number,
  statistic: StatisticOfWeights,
  label: string,
): BootstrapInterval | undefined {
  if (rows < 2) return undefined
  const draw = rowDraws(rows, label)
  const weights = new Float64Array(rows)
  const found = Float64Array.from({length: RESAMPLES}, () => {
    weights.fill(0)
    for (const row of draw()) weights[row] = (weights[row] ?? 0) + 1
    return statistic(weights)
  }).sort()
  const once = new Float64Array(rows).fill(1)
  const left = Float64Array.from({length: rows}, (_, row) => statistic(once.with(row, 0)))
  return intervalOf(statistic(once), found, left)
}

/** Both intervals from the statistic itself, of the resamples in their order, and without one row at a time. */
function intervalOf(estimate: number, found: Float64Array, left: Float64Array): BootstrapInterval | undefined {
  if (![estimate, ...left].every(Number.isFinite) || !found.every(Number.isFinite)) return undefined
  const at = (share: number) => {
    const rank = Math.min(RESAMPLES, Math.max(1, Math.floor(share * (RESAMPLES + 1))))
    return found[rank - 1] ?? Number.NaN
  }
  const [low, high] = correctedShares(estimate, found, accelerationOf(left))
  return {percentile: {low: at(0.025), high: at(0.975)}, bca: {low: at(low), high: at(high)}}
}

function resampled(columns: readonly (readonly number[])[], statistic: StatisticOfMeans, label: string): Float64Array {
  const rows = columns[0]?.length ?? 0
  const flat = columns.map((column) => Float64Array.from(column))
  const draw = rowDraws(rows, label)
  const means = new Float64Array(columns.length)
  const found = new Float64Array(RESAMPLES)
  for (let resample = 0; resample < RESAMPLES; resample++) {
    const drawn = draw()
    for (let at = 0; at < flat.length; at++) means[at] = sumOf(flat[at] ?? means, drawn) / rows
    found[resample] = statistic(means)
  }
  return found.sort()
}

/** Draws as many rows as there are, with replacement, each time it is asked; the array is reused. */
function rowDraws(rows: number, label: string): () => Uint32Array {
  const stream = seedStream(label)
  const drawn = new Uint32Array(rows)
  return () => {
    stream.words(drawn)
    for (let at = 0; at < rows; at++) drawn[at] = ((drawn[at] ?? 0) * rows) / 2 ** 32
    return drawn
  }
}

function sumOf(column: Float64Array, drawn: Uint32Array): number {
  let sum = 0
  for (let at = 0; at < drawn.length; at++) sum += column[drawn[at] ?? 0] ?? Number.NaN
  return sum
}

/** Which shares of the resamples bound the middle 95 %, once their bias and the skew of the values are taken out. */
function correctedShares(estimate: number, found: Float64Array, skew: number): [low: number, high: number] {
  const share =
    (found.filter((value) => value < estimate).length + found.filter((value) => value === estimate).length / 2) /
    RESAMPLES
  // All values equal, or an estimate that no resample reaches on one side: there is nothing to correct.
  if (share <= 0 || share >= 1) return [0.025, 0.975]
  const bias = normalQuantile(share)
  const corrected = (z: number) => normalBelow(bias + (bias + z) / (1 - skew * (bias + z)))
  return [corrected(-Z_95), corrected(Z_95)]
}

/** From the statistic without one row at a time. */
function accelerationOf(left: Float64Array): number {
  const middle = left.reduce((sum, value) => sum + value, 0) / left.length
  let [squares, cubes] = [0, 0]
  for (const value of left) {
    squares += (middle - value) ** 2
    cubes += (middle - value) ** 3
  }
  // Values next to nothing leave the range of numbers here; then there is no skew to take out.
  const skew = cubes / (6 * squares ** 1.5)
  return Number.isFinite(skew) ? skew : 0
}
