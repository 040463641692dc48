import {AssayError} from '#error/assay-error'
import {seedStream} from '#random/stream'
import {normalBelow, normalQuantile} from './normal.ts'

/** How many resamples an interval has, unless more of them decide something. */
export const RESAMPLES = 1999
/** Resamples where the usual number leaves open on which side of a limit the interval ends. */
const MANY = 19_999
const Z_95 = 1.959963984540054

/** An interval of 95 %. `percentile` and `bca` (bias-corrected and accelerated) read the same resamples. */
export interface BootstrapInterval {
  readonly percentile: {readonly low: number; readonly high: number}
  readonly bca: {readonly low: number; readonly high: number}
  /** 1999, or 19999 where that decides. */
  readonly resamples: number
}

/** A number made of column means, such as the ratio of two of them. */
export type StatisticOfMeans = (means: ArrayLike<number>) => number

/** Where the mean of the population of these values lies, see `bootstrapOfMeans`. */
export function bootstrapMean(values: readonly number[], label: string): BootstrapInterval | undefined {
  return bootstrapOfMeans([values], (means) => means[0] ?? Number.NaN, label)
}

/**
 * Where a statistic of the column means lies: 1999 resamples of whole rows, drawn from the stream of `label`. Columns have equal length.
 * `limits` are what the interval will be held against: where one lies within two Monte-Carlo errors of an end, drawing goes on to 19999,
 * so that no verdict hangs on the draws. `undefined` for fewer than two rows, and where some resample has no finite statistic. Throws
 * `stats_input` for values that are not finite. Source: Efron, Better Bootstrap Confidence Intervals, JASA 82 (1987).
 */
export function bootstrapOfMeans(
  columns: readonly (readonly number[])[],
  statistic: StatisticOfMeans,
  label: string,
  limits: readonly number[] = [],
): BootstrapInterval | undefined {
  if (!columns.every((column) => column.every(Number.isFinite)))
    throw new AssayError('stats_input', 'A value to resample is not finite')
  const rows = columns[0]?.length ?? 0
  if (rows < 2) return undefined
  const sums = Float64Array.from(columns, (column) => column.reduce((sum, value) => sum + value, 0))
  const left = Float64Array.from({length: rows}, (_, row) =>
    statistic(sums.map((sum, at) => (sum - (columns[at]?.[row] ?? 0)) / (rows - 1))),
  )
  const estimate = statistic(sums.map((sum) => sum / rows))
  if (![estimate, ...left].every(Number.isFinite)) return undefined
  // Resamples of equal rows are equal: what a right model measures often is.
  if (columns.every((column) => column.every((value) => value === column[0]))) return pointAt(estimate)
  return decided({draw: meansDrawn(columns, statistic, label), estimate, left}, limits)
}

function pointAt(value: number): BootstrapInterval {
  const point = {low: value, high: value}
  return {percentile: point, bca: point, resamples: RESAMPLES}
}

/** A number made of rows by how often each counts, such as a rank statistic. */
export type StatisticOfWeights = (weights: ArrayLike<number>) => number

/**
 * Where a statistic lies that is no function of means: each resample says how often each of the `rows` counts. Draws, limits and
 * undefined as in `bootstrapOfMeans`.
 */
export function bootstrapOfWeights(
  rows: number,
  statistic: StatisticOfWeights,
  label: string,
  limits: readonly number[] = [],
): BootstrapInterval | undefined {
  if (rows < 2) return undefined
  const draw = rowDraws(rows, label)
  const weights = new Float64Array(rows)
  const resample = () => {
    weights.fill(0)
    for (const row of draw()) weights[row] = (weights[row] ?? 0) + 1
    return statistic(weights)
  }
  const once = new Float64Array(rows).fill(1)
  const left = Float64Array.from({length: rows}, (_, row) => statistic(once.with(row, 0)))
  return decided({draw: resample, estimate: statistic(once), left}, limits)
}

/** The statistic of one resample after the other, of all rows, and without one row at a time. */
interface Resampling {
  draw(): number
  readonly estimate: number
  readonly left: Float64Array
}

/** The interval, of more resamples where that is needed to tell on which side of a limit it ends. */
function decided({draw, estimate, left}: Resampling, limits: readonly number[]): BootstrapInterval | undefined {
  if (![estimate, ...left].every(Number.isFinite)) return undefined
  const few = Float64Array.from({length: RESAMPLES}, draw)
  if (!few.every(Number.isFinite)) return undefined
  const skew = accelerationOf(left)
  const first = new Resamples(few, estimate, skew)
  if (!limits.some((limit) => first.isNear(limit))) return first.interval
  const many = Float64Array.from({length: MANY}, (_, at) => few[at] ?? draw())
  return many.every(Number.isFinite) ? new Resamples(many, estimate, skew).interval : undefined
}

/** Statistics of resamples, in their order. */
class Resamples {
  readonly #found: Float64Array
  readonly #shares: readonly [low: number, high: number]

  constructor(found: Float64Array, estimate: number, skew: number) {
    this.#found = found.toSorted()
    this.#shares = correctedShares(estimate, this.#found, skew)
  }

  get interval(): BootstrapInterval {
    const [low, high] = this.#shares
    return {
      percentile: {low: this.#at(this.#rank(0.025)), high: this.#at(this.#rank(0.975))},
      bca: {low: this.#at(this.#rank(low)), high: this.#at(this.#rank(high))},
      resamples: this.#found.length,
    }
  }

  /** Whether other draws might well put an end of the interval on the other side: the rank of an end is off by its binomial error. */
  isNear(limit: number): boolean {
    const {length} = this.#found
    // Where all resamples agree, more of them do too.
    if (this.#found[0] === this.#found[length - 1]) return false
    return this.#shares.some((share) => {
      const reach = Math.ceil(2 * Math.sqrt(length * share * (1 - share)))
      const rank = this.#rank(share)
      return this.#at(rank - reach) <= limit && limit <= this.#at(rank + reach)
    })
  }

  #rank(share: number): number {
    return Math.floor(share * (this.#found.length + 1))
  }

  /** Beyond the first and last there is no more than them. */
  #at(rank: number): number {
    const {length} = this.#found
    return this.#found[Math.min(length, Math.max(1, rank)) - 1] ?? Number.NaN
  }
}

/** Draws resamples of rows and gives the statistic of their means. */
function meansDrawn(columns: readonly (readonly number[])[], statistic: StatisticOfMeans, label: string): () => number {
  const rows = columns[0]?.length ?? 0
  const flat = columns.map((column) => Float64Array.from(column))
  const draw = rowDraws(rows, label)
  const means = new Float64Array(columns.length)
  return () => {
    const drawn = draw()
    for (let at = 0; at < flat.length; at++) means[at] = sumOf(flat[at] ?? means, drawn) / rows
    return statistic(means)
  }
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
    found.length
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
