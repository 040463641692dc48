import {choleskySolver} from './cholesky.ts'

/** Weights of the penalty, where features have variance 1, of which the best is taken. */
const PENALTIES = [1, 10, 100, 1000, 10_000] as const

type Rows = readonly (readonly number[])[]

/** Rows of features, `[n, d]`, and what is to be read from them, `[n, targets]`. */
export interface Lesson {
  readonly features: Rows
  readonly targets: Rows
}

/**
 * Ridge regression: what linear weights learned from the lesson read from other rows, `[n, targets]`. Features are brought to mean 0 and variance 1
 * by the lesson alone, constant ones are left out, and the intercept has no penalty. The penalty is the one with which the first half of the lesson
 * and the second read each other best, for with as many features as rows a weak one reads noise.
 * Source: Hoerl and Kennard, Ridge Regression, Technometrics 12 (1970).
 */
export function ridgeRead(lesson: Lesson, others: Rows): number[][] {
  const half = Math.ceil(lesson.features.length / 2)
  const [first, second] = [partOf(lesson, 0, half), partOf(lesson, half)]
  const errorOf = (penalty: number) => lossOf(first, second, penalty) + lossOf(second, first, penalty)
  const errors = second.features.length === 0 ? [0] : PENALTIES.map(errorOf)
  return readWith(PENALTIES[errors.indexOf(Math.min(...errors))] ?? PENALTIES[0], lesson, others)
}

function partOf({features, targets}: Lesson, from: number, to?: number): Lesson {
  return {features: features.slice(from, to), targets: targets.slice(from, to)}
}

/** Squared error of what one part reads from the other, each target in units of its variance in both. */
function lossOf(taught: Lesson, asked: Lesson, penalty: number): number {
  const read = readWith(penalty, taught, asked.features)
  const all = [...taught.targets, ...asked.targets]
  return meansOf(all).reduce((sum, mean, target) => {
    const variance = all.reduce((total, row) => total + ((row[target] ?? 0) - mean) ** 2, 0)
    const error = asked.targets.reduce(
      (total, row, at) => total + ((row[target] ?? 0) - (read[at]?.[target] ?? 0)) ** 2,
      0,
    )
    return variance > 0 ? sum + error / variance : sum
  }, 0)
}

/** Solved in whichever of the two forms is smaller. */
function readWith(penalty: number, {features, targets}: Lesson, others: Rows): number[][] {
  const scale = scaleOf(features)
  const rows = features.map(scale)
  const width = rows[0]?.length ?? 0
  const means = meansOf(targets)
  const isWide = width > rows.length
  const solve = choleskySolver(gramOf(isWide ? rows : transposed(rows, width), penalty), isWide ? rows.length : width)
  const weights = means.map((mean, target) => {
    const wanted = Float64Array.from(targets, (row) => (row[target] ?? 0) - mean)
    return isWide ? weightedSum(rows, solve(wanted), width) : solve(weightedSum(rows, wanted, width))
  })
  return others.map((row) => {
    const scaled = scale(row)
    return weights.map((weight, target) => dot(scaled, weight) + (means[target] ?? 0))
  })
}

/** Brings a row to the scale of these, without the features that are constant in them. */
function scaleOf(rows: Rows): (row: readonly number[]) => Float64Array {
  const means = meansOf(rows)
  const spreads = means.map((mean, at) => {
    const square = rows.reduce((sum, row) => sum + ((row[at] ?? 0) - mean) ** 2, 0) / rows.length
    return Math.sqrt(square)
  })
  const kept = spreads.flatMap((spread, at) => (spread > Number.EPSILON * Math.abs(means[at] ?? 0) ? [at] : []))
  return (row) => Float64Array.from(kept, (at) => ((row[at] ?? 0) - (means[at] ?? 0)) / (spreads[at] ?? 1))
}

function meansOf(rows: Rows): number[] {
  return (rows[0] ?? []).map((_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length)
}

function transposed(rows: readonly Float64Array[], width: number): Float64Array[] {
  return Array.from({length: width}, (_, at) => Float64Array.from(rows, (row) => row[at] ?? 0))
}

/** Products of all pairs of rows, and the penalty on the diagonal; the lower triangle. */
function gramOf(rows: readonly Float64Array[], penalty: number): Float64Array {
  const size = rows.length
  const products = new Float64Array(size * size)
  for (const [one, left] of rows.entries()) {
    for (let other = 0; other <= one; other++) products[one * size + other] = dot(left, rows[other] ?? left)
    products[one * size + one] = (products[one * size + one] ?? 0) + penalty
  }
  return products
}

function weightedSum(rows: readonly Float64Array[], factors: Float64Array, width: number): Float64Array {
  const sums = new Float64Array(width)
  for (const [at, row] of rows.entries()) {
    const factor = factors[at] ?? 0
    for (let column = 0; column < width; column++) sums[column] = (sums[column] ?? 0) + factor * (row[column] ?? 0)
  }
  return sums
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}
