import type {Stream} from '#random/stream'
import {exp, log} from '../math/exponential.ts'
import {cos, sin} from '../math/trigonometry.ts'
import type {PlannerConfig} from './config.ts'
import type {Candidates, Search} from './search.ts'

const TWO_PI = 6.283185307179586

/**
 * The matrix `[steps, steps]` that turns as many independent Gaussians into a sequence whose power falls with frequency as f^-beta: each
 * element has variance 1, neighbours resemble each other the more the larger `beta` is. 0 is white, 2 is Brownian.
 * Source: Timmer and König, On generating power law noise, 1995, as used by Pinneri et al., Sample-efficient CEM (iCEM), 2020.
 */
export function colouring(steps: number, beta: number): Float64Array {
  const matrix = new Float64Array(steps * steps)
  const top = Math.floor(steps / 2)
  let power = 0
  for (let frequency = 0, column = 0; frequency <= top; frequency++) {
    // Frequency 0 has no power law: it gets that of the lowest.
    const amplitude = exp((-beta / 2) * log(Math.max(1, frequency)))
    const isSingle = frequency === 0 || 2 * frequency === steps
    power += amplitude * amplitude
    for (let step = 0; step < steps; step++) {
      const angle = (TWO_PI * frequency * step) / steps
      matrix[step * steps + column] = amplitude * cos(angle)
      if (!isSingle) matrix[step * steps + column + 1] = amplitude * sin(angle)
    }
    column += isSingle ? 1 : 2
  }
  const scale = 1 / Math.sqrt(power)
  return matrix.map((value) => value * scale)
}

/** One coloured sequence from white Gaussians, both `[steps]`; written into every `stride`-th place of `into` from `at` on. */
export function writeColoured(
  matrix: Float64Array,
  white: Float64Array,
  into: Float64Array,
  {at, stride}: {readonly at: number; readonly stride: number},
): void {
  const steps = white.length
  for (let step = 0; step < steps; step++) {
    let sum = 0
    for (let column = 0; column < steps; column++) sum += (matrix[step * steps + column] ?? 0) * (white[column] ?? 0)
    into[at + step * stride] = sum
  }
}

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
