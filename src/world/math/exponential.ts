// The last digit of Math.exp and Math.log differs between engines; plans use these instead.

const LN_2_HIGH = 0.6931471803691238
const LN_2_LOW = 1.9082149292705877e-10
const MOST = 709.782712893384
const LEAST = -745.1332191019411
const {SQRT2: SQRT_2, LOG2E: ONE_OVER_LN_2} = Math

/** e to the `x`, within one unit in the last place. Source: fdlibm `e_exp.c`. */
export function exp(x: number): number {
  if (x > MOST) return Number.POSITIVE_INFINITY
  if (x < LEAST) return 0
  const twos = Math.floor(x * ONE_OVER_LN_2 + 0.5)
  const high = x - twos * LN_2_HIGH
  const low = twos * LN_2_LOW
  const rest = high - low
  const t = rest * rest
  const series =
    0.16666666666666602 +
    t * (-0.0027777777777015593 + t * (6.613756321437934e-5 + t * (-1.6533902205465252e-6 + t * 4.1381367970572385e-8)))
  const c = rest - t * series
  return scaledByTwos(1 - (low - (rest * c) / (2 - c) - high), twos)
}

/** Natural logarithm of a normal number above 0, within one unit in the last place; NaN for everything else. Source: fdlibm `e_log.c`. */
export function log(x: number): number {
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) return Number.NaN
  let twos = 0
  let part = x
  for (; part >= SQRT_2; part /= 2) twos++
  for (; part < SQRT_2 / 2; part *= 2) twos--
  const f = part - 1
  const s = f / (2 + f)
  const z = s * s
  const w = z * z
  const even = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373))
  const odd = z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)))
  const half = 0.5 * f * f
  return twos * LN_2_HIGH - (half - (s * (half + even + odd) + twos * LN_2_LOW) - f)
}

/** Exact but where the result is too small for a full fraction. */
function scaledByTwos(value: number, twos: number): number {
  let scaled = value
  for (let left = twos; left > 0; left--) scaled *= 2
  for (let left = twos; left < 0; left++) scaled /= 2
  return scaled
}
