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

/**
 * Where the mean of such values lies: 1999 resamples drawn from the stream of `label`. `undefined` for fewer than two values.
 * Throws `stats_input` for values that are not finite. Source: Efron, Better Bootstrap Confidence Intervals, JASA 82 (1987).
 */
export function bootstrapMean(values: readonly number[], label: string): BootstrapInterval | undefined {
  if (!values.every(Number.isFinite)) throw new AssayError('stats_input', 'A value to resample is not finite')
  if (values.length < 2) return undefined
  const means = resampledMeans(values, label)
  const at = (share: number) => {
    const rank = Math.min(RESAMPLES, Math.max(1, Math.floor(share * (RESAMPLES + 1))))
    return means[rank - 1] ?? Number.NaN
  }
  const [low, high] = correctedShares(values, means)
  return {percentile: {low: at(0.025), high: at(0.975)}, bca: {low: at(low), high: at(high)}}
}

function resampledMeans(values: readonly number[], label: string): Float64Array {
  const stream = seedStream(label)
  const means = new Float64Array(RESAMPLES)
  for (let resample = 0; resample < RESAMPLES; resample++) {
    let sum = 0
    for (let drawn = 0; drawn < values.length; drawn++) sum += values[stream.int(values.length)] ?? Number.NaN
    means[resample] = sum / values.length
  }
  return means.sort()
}

/** Which shares of the resamples bound the middle 95 %, once their bias and the skew of the values are taken out. */
function correctedShares(values: readonly number[], means: Float64Array): [low: number, high: number] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const share =
    (means.filter((value) => value < mean).length + means.filter((value) => value === mean).length / 2) / RESAMPLES
  // All values equal, or a mean that no resample reaches on one side: there is nothing to correct.
  if (share <= 0 || share >= 1) return [0.025, 0.975]
  const bias = normalQuantile(share)
  const skew = acceleration(values, mean)
  const corrected = (z: number) => normalBelow(bias + (bias + z) / (1 - skew * (bias + z)))
  return [corrected(-Z_95), corrected(Z_95)]
}

/** From leaving out one value at a time; for a mean that moves it by the value's distance. */
function acceleration(values: readonly number[], mean: number): number {
  let [squares, cubes] = [0, 0]
  for (const value of values) {
    squares += (value - mean) ** 2
    cubes += (value - mean) ** 3
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5)
}
