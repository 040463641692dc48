import {medianOf} from '#stats/hodges-lehmann'
import {theilSen} from '#stats/theil-sen'

/** What was sampled of one thing, in the order of time. */
export interface SoakSeries {
  readonly name: string
  readonly atMs: readonly number[]
  readonly values: readonly number[]
  /** What it may grow by over the whole time and be called still, as a share of its median and in its own unit: the larger counts. */
  readonly allowed: {readonly share: number; readonly least: number}
}

/** Whether something grew, with what that rests on. Sizes are over the whole time, in the unit of the series. */
export interface SoakFinding {
  readonly name: string
  readonly verdict: 'still' | 'grows' | 'too_few'
  readonly median: number
  readonly growth: number
  /** Of the growth, at 95 %. */
  readonly low: number
  /** How far the growth of every second sample is from that of the others: both halves saw the same node. */
  readonly noise: number
  readonly limit: number
}

/** The first part is of a program that gets warm. */
const WARM_UP = 0.25
const LEAST_SAMPLES = 12

/** It grows where the slope (Theil–Sen) is above nothing at 95 %, and comes to more than it may and than twice what two halves of the same samples differ by. */
export function judgeSeries({name, atMs, values, allowed}: SoakSeries): SoakFinding {
  const from = Math.floor(values.length * WARM_UP)
  const x = atMs.slice(from)
  const y = values.slice(from)
  const spanMs = (x.at(-1) ?? 0) - (x[0] ?? 0)
  const half = (odd: number) => {
    const own = (all: readonly number[]) => all.filter((_, at) => at % 2 === odd)
    return (theilSen(own(x), own(y))?.estimate ?? Number.NaN) * spanMs
  }
  const slope = y.length < LEAST_SAMPLES ? undefined : theilSen(x, y)
  const median = medianOf(y) ?? Number.NaN
  if (slope === undefined)
    return {name, verdict: 'too_few', median, growth: Number.NaN, low: Number.NaN, noise: Number.NaN, limit: Number.NaN}
  const growth = slope.estimate * spanMs
  const noise = Math.abs(half(0) - half(1))
  const limit = Math.max(2 * noise, allowed.share * median, allowed.least)
  const isGrowing = slope.low > 0 && growth > limit
  return {name, verdict: isGrowing ? 'grows' : 'still', median, growth, low: slope.low * spanMs, noise, limit}
}
