import {demandShare} from './input.ts'

type Coefficients = readonly number[]

// Highest power first. Three ranges: the centre, and two of each tail.
const CENTRE: readonly [Coefficients, Coefficients] = [
  [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.693765509461, 1971.5909503065513,
    133.14166789178438, 3.3871328727963665,
  ],
  [
    5226.495278852855, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
    42.31333070160091, 1,
  ],
]
const TAIL: readonly [Coefficients, Coefficients] = [
  [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  [
    1.0507500716444169e-9, 0.000547593808499535, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
]
const FAR: readonly [Coefficients, Coefficients] = [
  [
    2.0103343992922881e-7, 0.000027115555687434876, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
    1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  [
    2.0442631033899397e-15, 1.421511758316446e-7, 0.000018463183175100548, 0.0007868691311456133, 0.014875361290850615,
    0.1369298809227358, 0.599832206555888, 1,
  ],
]

/** The z below which a standard normal value lies with `probability`, to 16 digits. Throws `stats_input` outside (0, 1). Source: Wichura, algorithm AS 241. */
export function normalQuantile(probability: number): number {
  demandShare('probability', probability)
  const offset = probability - 0.5
  if (Math.abs(offset) <= 0.425) return offset * ratio(CENTRE, 0.180625 - offset * offset)
  const depth = Math.sqrt(-Math.log(Math.min(probability, 1 - probability)))
  const size = depth <= 5 ? ratio(TAIL, depth - 1.6) : ratio(FAR, depth - 5)
  return offset < 0 ? -size : size
}

/** The two-sided normal quantile of a confidence level: 1.96 for .95. */
export function zOf(level: number): number {
  demandShare('level', level)
  return normalQuantile(1 - (1 - level) / 2)
}

function ratio([above, below]: readonly [Coefficients, Coefficients], x: number): number {
  return polynomial(above, x) / polynomial(below, x)
}

function polynomial(coefficients: Coefficients, x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0)
}

const SERIES = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
  0.17087277,
]

/**
 * Chance that a standard normal value lies further from 0 than `z`, on either side; relative error below 1.2e-7.
 * Source: the Chebyshev fit of erfc in Press et al., Numerical Recipes in C, 2nd edition, 6.2.
 */
export function twoSidedTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + x / 2)
  const sum = SERIES.reduceRight((total, term) => term + t * total, 0)
  return Math.min(1, t * Math.exp(sum - x * x))
}

/** Chance that a standard normal value lies below `z`. */
export function normalBelow(z: number): number {
  const tail = twoSidedTail(z) / 2
  return z < 0 ? tail : 1 - tail
}
