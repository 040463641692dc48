// The last digit of Math.sin differs between engines, and closed loops amplify it: trajectories use these instead.

const TWO_OVER_PI = 0.6366197723675814
// π/2 in three parts; the first two have 33 bits, so their product with a small whole number is exact.
const HALF_PI_1 = 1.5707963267341256
const HALF_PI_2 = 6.077100506303966e-11
const HALF_PI_3 = 2.0222662487959506e-21
const TWO_PI = 6.283185307179586

/** Sine of `x` in radians, within 2e-16 of the true value for |x| <= 100. Source: fdlibm `k_sin.c`, reduction in three parts. */
export function sin(x: number): number {
  return quarter(x, 0)
}

/** Cosine of `x` in radians, within 2e-16 of the true value for |x| <= 100. Source: fdlibm `k_cos.c`, reduction in three parts. */
export function cos(x: number): number {
  return quarter(x, 1)
}

/** An angle in radians brought to [-π, π). For comparisons and costs only: states keep the unwrapped angle. */
export function wrap(x: number): number {
  return x - TWO_PI * Math.floor(x / TWO_PI + 0.5)
}

/** sin(x + shift·π/2). */
function quarter(x: number, shift: number): number {
  const turns = Math.floor(x * TWO_OVER_PI + 0.5)
  const near = x - turns * HALF_PI_1
  const rest = turns * HALF_PI_2
  const high = near - rest
  const low = near - high - rest - turns * HALF_PI_3
  const part = turns + shift - 4 * Math.floor((turns + shift) / 4)
  const value = part === 0 || part === 2 ? sinNear(high, low) : cosNear(high, low)
  return part < 2 ? value : -value
}

/** Sine of high + low for |high| <= π/4. */
function sinNear(high: number, low: number): number {
  const z = high * high
  const cube = z * high
  const r =
    0.00833333333332249 +
    z * (-0.0001984126982985795 + z * (2.7557313707070068e-6 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)))
  return high - (z * (0.5 * low - cube * r) - low - cube * -0.16666666666666632)
}

/** Cosine of high + low for |high| <= π/4. */
function cosNear(high: number, low: number): number {
  const z = high * high
  const r =
    z *
    (0.0416666666666666 +
      z *
        (-0.001388888888887411 +
          z *
            (2.480158728947673e-5 +
              z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11)))))
  const half = 0.5 * z
  const head = 1 - half
  return head + (1 - head - half + (z * r - high * low))
}
