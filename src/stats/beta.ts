import {badInput, demandShare} from './input.ts'

/** The zero of a rising function between two ends, to the last digit a double has there. */
export function bisect(rising: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to]
  for (;;) {
    const middle = low + (high - low) / 2
    if (middle === low || middle === high) return middle
    if (rising(middle) < 0) low = middle
    else high = middle
  }
}

const MOST_TERMS = 100_000
const PRECISION = 1e-16
const TINY = 1e-300
const LANCZOS = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
]

/** Natural logarithm of Γ(x), x > 0, about 15 digits. Source: Lanczos 1964, coefficients for g = 7 and nine terms by P. Godfrey. */
export function logGamma(x: number): number {
  const below = x - 1
  const series = LANCZOS.reduce(
    (sum, coefficient, index) => (index === 0 ? coefficient : sum + coefficient / (below + index)),
    0,
  )
  const shifted = below + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (below + 0.5) * Math.log(shifted) - shifted + Math.log(series)
}

/** Regularised incomplete beta function I_x(a, b): the distribution of Beta(a, b); a, b > 0. Source: DLMF 8.17.22, evaluated by Lentz's method. */
export function betaDistribution(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  // The fraction converges fast only on this side of the mean.
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b
}

/** The x with I_x(a, b) = probability. */
export function betaQuantile(probability: number, a: number, b: number): number {
  return bisect((x) => betaDistribution(x, a, b) - probability, 0, 1)
}

function fraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1))
  let value = d
  for (let m = 1; m < MOST_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / away(1 + even * d)
    c = away(1 + even / c)
    value *= c * d
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / away(1 + odd * d)
    c = away(1 + odd / c)
    value *= c * d
    if (Math.abs(c * d - 1) < PRECISION) break
  }
  return value
}

/** Keeps a denominator off zero. */
function away(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}

/** P(B <= k) for B of `trials` tries that each succeed with `probability`. */
export function binomialAtMost(k: number, trials: number, probability: number): number {
  if (k < 0) return 0
  if (k >= trials) return 1
  return betaDistribution(1 - probability, trials - k, k + 1)
}

/** P(|T| >= |t|) for Student's t with `degrees` > 0 of freedom. Source: DLMF 8.17. */
export function studentTail(t: number, degrees: number): number {
  return betaDistribution(degrees / (degrees + t * t), degrees / 2, 0.5)
}

/** The t below which Student's t with `degrees` > 0 of freedom lies with `probability`. Throws `stats_input`. Source: DLMF 8.17. */
export function studentQuantile(probability: number, degrees: number): number {
  demandShare('probability', probability)
  if (!(degrees > 0 && Number.isFinite(degrees))) throw badInput('degrees of freedom must be above 0')
  if (probability < 0.5) return -studentQuantile(1 - probability, degrees)
  if (probability === 0.5) return 0
  // x = degrees / (degrees + t²) has a beta distribution; the tail beyond t is half of it.
  const tail = 2 * (1 - probability)
  const x = bisect((at) => betaDistribution(at, degrees / 2, 0.5) - tail, 0, 1)
  return Math.sqrt((degrees * (1 - x)) / x)
}
