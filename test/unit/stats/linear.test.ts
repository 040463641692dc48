import * as assert from 'uvu/assert'
import {seedStream} from '#random/stream'
import {effectiveRankOf} from '#stats/effective-rank'
import {principalColumns} from '#stats/principal'
import {ridgeRead} from '#stats/ridge'
import {spec} from '../../support/spec.ts'

const it = spec('linear algebra')
const isNear = (found: number, wanted: number, room = 1e-9) =>
  assert.ok(Math.abs(found - wanted) <= room * Math.max(1, Math.abs(wanted)), `${found} instead of ${wanted}`)

/** Rows of Gaussians. */
function rowsOf(count: number, width: number, label = 'rows'): number[][] {
  const stream = seedStream(label)
  return Array.from({length: count}, () => Array.from({length: width}, () => stream.gaussian()))
}

it('coordinates along the axes of spread stand at right angles and keep all distances', () => {
  for (const [count, width] of [
    [12, 5],
    [5, 12],
    [7, 7],
  ] as const) {
    const rows = rowsOf(count, width, `rows ${count}`)
    const columns = principalColumns(rows)
    assert.is(columns.length, Math.min(count, width))
    for (const [one, left] of columns.entries()) {
      for (const right of columns.slice(one + 1))
        isNear(
          left.reduce((sum, value, at) => sum + value * right[at]!, 0),
          0,
          1e-9,
        )
    }
    const square = (one: readonly number[], other: readonly number[]) =>
      one.reduce((sum, value, at) => sum + (value - other[at]!) ** 2, 0)
    const placed = rows.map((_, at) => columns.map((column) => column[at]!))
    for (const [at, row] of rows.entries()) isNear(square(placed[at]!, placed[0]!), square(row, rows[0]!), 1e-9)
  }
})

const rankOf = (rows: number[][]) => effectiveRankOf(rows)(new Float64Array(rows.length).fill(1))

it('the effective rank counts directions: one for a line, all for even spread, none for equal rows', () => {
  isNear(
    rankOf([
      [0, 0, 0],
      [1, 2, 3],
      [2, 4, 6],
    ]),
    1,
    1e-6,
  )
  isNear(
    rankOf([
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]),
    2,
  )
  // Singular values 2 and 1: exp of the entropy of 2/3 and 1/3.
  isNear(
    rankOf([
      [2, 0],
      [-2, 0],
      [0, 1],
      [0, -1],
    ]),
    1.8898815748423097,
  )
  assert.ok(
    Number.isNaN(
      rankOf([
        [3, 3],
        [3, 3],
      ]),
    ),
  )
  const wide = rowsOf(5, 60)
  assert.ok(rankOf(wide) > 3 && rankOf(wide) <= 4)
})

it('a row that counts twice counts as two rows', () => {
  const rows = rowsOf(6, 3)
  const twice = effectiveRankOf([...rows, rows[0]!])([1, 1, 1, 1, 1, 1, 1])
  isNear(effectiveRankOf(rows)([2, 1, 1, 1, 1, 1]), twice, 0.05)
})

it('ridge reads a linear truth, from few and from many features, and nothing from noise', () => {
  const truthOf = (row: readonly number[]) => [2 * row[0]! - row[1]! + 5]
  const fit = (features: number[][], targets: number[][], width: number) => {
    const cut = features.length / 2
    const read = ridgeRead({features: features.slice(0, cut), targets: targets.slice(0, cut)}, features.slice(cut))
    assert.ok(read.every((row) => row.length === width))
    const wanted = targets.slice(cut).map(([value]) => value!)
    const mean = wanted.reduce((sum, value) => sum + value, 0) / wanted.length
    const error = wanted.reduce((sum, value, at) => sum + (value - read[at]![0]!) ** 2, 0)
    return 1 - error / wanted.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  }
  const few = rowsOf(200, 4)
  assert.ok(fit(few, few.map(truthOf), 1) > 0.999)
  const copied = few.map((row) => Array.from({length: 300}, (_, at) => row[at % 4]!))
  assert.ok(fit(copied, few.map(truthOf), 1) > 0.99)
  assert.ok(fit(rowsOf(200, 4, 'other'), few.map(truthOf), 1) < 0.1)
})

it('both forms of the solution agree, and constant features change nothing', () => {
  const features = rowsOf(12, 11)
  const targets = rowsOf(12, 2, 'targets')
  const asked = rowsOf(5, 11, 'asked')
  const primal = ridgeRead({features, targets}, asked)
  // A pair of equal features of weight √½ is one of weight 1; with thirteen features the other form is taken.
  const padded = (row: readonly number[]) => [...row, 7, 0]
  const same = ridgeRead({features: features.map(padded), targets}, asked.map(padded))
  for (const [at, row] of primal.entries())
    for (const [target, value] of row.entries()) isNear(same[at]![target]!, value, 1e-12)
  const doubled = (row: readonly number[]) => [...row, ...row]
  const dual = ridgeRead({features: features.map(doubled), targets}, asked.map(doubled))
  assert.ok(dual.flat().every(Number.isFinite))
  const constant = ridgeRead({features: features.map(() => [1, 2]), targets}, asked)
  const mean = targets.reduce((sum, [value]) => sum + value!, 0) / 12
  isNear(constant[0]![0]!, mean, 1e-12)
})

it.run()
