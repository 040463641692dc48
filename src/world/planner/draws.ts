import type {Stream} from '#random/stream'
import type {Candidates} from './candidates.ts'
import {colouring, writeColoured} from './coloured-noise.ts'
import type {PlannerConfig} from './config.ts'
import type {Search} from './search.ts'

/** Writes the candidates of one iteration. The mean and the elites that are kept cost no draw. */
export type Draw = (search: Search, stream: Stream, into: Candidates) => void

/** How a configuration draws: around the mean, within its bounds, white or coloured over the plan. */
export function planDraw(config: PlannerConfig, actionSize: number): Draw {
  const {noise_beta = 0, horizon} = config
  const bounds = {low: config.low ?? Number.NEGATIVE_INFINITY, high: config.high ?? Number.POSITIVE_INFINITY}
  const fill = noise_beta > 0 ? colouredFill(colouring(horizon, noise_beta), actionSize, bounds) : whiteFill(bounds)
  return (search, stream, into) => {
    const first = config.first_sample_mean ? search.mean.length : 0
    const last = into.values.length - search.kept.length
    into.values.set(search.mean.subarray(0, first))
    fill(search, stream, into.values.subarray(first, last))
    into.values.set(search.kept, last)
    if (config.max_norm !== undefined) shorten(into.values, config.max_norm, actionSize)
  }
}

interface Bounds {
  readonly low: number
  readonly high: number
}
type Fill = (search: Search, stream: Stream, values: Float64Array) => void

/** Sample after sample, entry after entry, one Gaussian each. */
function whiteFill(bounds: Bounds): Fill {
  return (search, stream, values) => {
    stream.gaussians(values)
    spread(search, values, bounds)
  }
}

/** Sample after sample, one sequence an action entry, as many Gaussians as it has plan entries. */
function colouredFill(matrix: Float64Array, actionSize: number, bounds: Bounds): Fill {
  return (search, stream, values) => {
    const size = search.mean.length
    const white = new Float64Array(size / actionSize)
    for (let at = 0; at < values.length; at += size) {
      for (let entry = 0; entry < actionSize; entry++) {
        stream.gaussians(white)
        writeColoured(matrix, white, values, {at: at + entry, stride: actionSize})
      }
    }
    spread(search, values, bounds)
  }
}

/** Noise of variance 1 into candidates: times the spread, around the mean, within the bounds. In place. */
function spread({mean, std}: Search, values: Float64Array, {low, high}: Bounds): void {
  const size = mean.length
  for (let at = 0, entry = 0; at < values.length; at++) {
    const value = (mean[entry] ?? 0) + (std[entry] ?? 0) * (values[at] ?? 0)
    values[at] = Math.max(low, Math.min(high, value))
    entry = entry + 1 === size ? 0 : entry + 1
  }
}

/** Scales every plan entry that is longer than `most` back to it. */
function shorten(values: Float64Array, most: number, actionSize: number): void {
  for (let from = 0; from < values.length; from += actionSize) {
    let squares = 0
    for (let at = from; at < from + actionSize; at++) squares += (values[at] ?? 0) * (values[at] ?? 0)
    const length = Math.sqrt(squares)
    if (length <= most) continue
    for (let at = from; at < from + actionSize; at++) values[at] = ((values[at] ?? 0) * most) / length
  }
}
