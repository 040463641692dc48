/** A picture of one channel of bytes, or its luma, row by row. */
export interface Plane {
  readonly values: ArrayLike<number>
  readonly width: number
  readonly height: number
}

/** Sides of a window and of the steps between two of them, in pixels. */
const [WINDOW, STEP] = [8, 4]
const COUNT = WINDOW * WINDOW
/** (0.01 · 255)² and (0.03 · 255)², over sums of a window instead of means. */
const C1 = Math.floor(0.01 ** 2 * 255 ** 2 * COUNT + 0.5)
const C2 = Math.floor(0.03 ** 2 * 255 ** 2 * COUNT * (COUNT - 1) + 0.5)
/** ITU-R BT.601. */
const LUMA = [0.299, 0.587, 0.114] as const

/** Mean of the squared differences of all bytes of two frames of one size. */
export function squareError(frame: Uint8Array, truth: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < truth.length; at++) sum += ((frame[at] ?? 0) - (truth[at] ?? 0)) ** 2
  return sum / truth.length
}

/** Peak signal to noise in dB of bytes whose mean squared error is this; infinite for equal ones. Of a clip it is that of the mean of its errors. */
export function psnrOf(squared: number): number {
  return 10 * Math.log10(255 ** 2 / squared)
}

/** Brightness of an RGB frame, 0–255. */
export function lumaOf(frame: Uint8Array, width: number, height: number): Plane {
  const [red, green, blue] = LUMA
  const values = Uint8Array.from({length: width * height}, (_, pixel) => {
    const at = 3 * pixel
    return Math.round(red * (frame[at] ?? 0) + green * (frame[at + 1] ?? 0) + blue * (frame[at + 2] ?? 0))
  })
  return {values, width, height}
}

/**
 * Structural similarity of two planes of one size, at least 8 by 8: the mean over windows of 8 by 8, every 4 pixels; 1 for equal ones.
 * Source: Wang, Bovik, Sheikh, Simoncelli, Image Quality Assessment, 2004, with the windows that x264 and ffmpeg's filter take.
 */
export function ssimOf(one: Plane, other: Plane): number {
  const {width, height} = one
  // What is left over beyond whole blocks of 4 belongs to no window.
  const [columns, rows] = [Math.floor(width / STEP) - 1, Math.floor(height / STEP) - 1]
  let sum = 0
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      sum += windowLikeness(one, other, STEP * row * width + STEP * column)
  return sum / (rows * columns)
}

function windowLikeness(one: Plane, other: Plane, from: number): number {
  let [sumA, sumB, squares, products] = [0, 0, 0, 0]
  for (let y = 0; y < WINDOW; y++) {
    for (let at = from + y * one.width; at < from + y * one.width + WINDOW; at++) {
      const [a, b] = [one.values[at] ?? 0, other.values[at] ?? 0]
      sumA += a
      sumB += b
      squares += a * a + b * b
      products += a * b
    }
  }
  const spread = squares * COUNT - sumA * sumA - sumB * sumB
  const shared = products * COUNT - sumA * sumB
  return ((2 * sumA * sumB + C1) * (2 * shared + C2)) / ((sumA * sumA + sumB * sumB + C1) * (spread + C2))
}
