/** Rounds in which what centring took away is given back. */
const ROUNDS = 3

/** A series less its mean, and the mean of its squares. */
export interface Centred {
  readonly values: Float64Array
  readonly variance: number
}

export function centredOf(series: ArrayLike<number>): Centred {
  const values = Float64Array.from(series)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  for (let at = 0; at < values.length; at++) values[at] = (values[at] ?? 0) - mean
  return {values, variance: productsAt({values}, 0)}
}

/** Correlation of a series with itself `lag` places later, over all its variance. */
export function autocorrelation(series: Centred, lag: number): number {
  return productsAt(series, lag) / series.variance
}

/**
 * The sum of all autocorrelations of a series, both ways, from 1 to its length: so many neighbours tell as much about the mean as one
 * value alone. Neighbouring lags are added in pairs, never rising, until a pair is no more than noise; what is lost because the true mean
 * is unknown is added again. Source: Geyer, Practical Markov Chain Monte Carlo, 1992 (initial monotone sequence).
 */
export function correlationTime(series: Centred): number {
  const {length} = series.values
  const known: number[] = []
  const at = (lag: number) => {
    known[lag] ??= autocorrelation(series, lag)
    return known[lag]
  }
  let time = 1
  for (let round = 0; round < ROUNDS; round++) time = timeOf(at, length, Math.min(time / length, 1))
  return time
}

/** With `lost` of the variance given back to every lag. */
function timeOf(at: (lag: number) => number, length: number, lost: number): number {
  let [sum, least] = [-1, Number.POSITIVE_INFINITY]
  for (let lag = 0; lag + 1 < length; lag += 2) {
    const seen = at(lag) + at(lag + 1)
    if (!(seen > 0)) break
    least = Math.min(least, (seen + 2 * lost) / (1 + lost))
    sum += 2 * least
  }
  return Math.min(length, Math.max(1, sum))
}

function productsAt({values}: Pick<Centred, 'values'>, lag: number): number {
  let sum = 0
  for (let at = lag; at < values.length; at++) sum += (values[at] ?? 0) * (values[at - lag] ?? 0)
  return sum / values.length
}
