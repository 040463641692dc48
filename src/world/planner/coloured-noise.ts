import {exp, log} from '../math/exponential.ts'
import {cos, sin} from '../math/trigonometry.ts'

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
