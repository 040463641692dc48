import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {averageRanks, kendallTauB, pearson, spearman} from '#stats/correlation'
import {mmrv} from '#stats/mmrv'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('correlation')
const near = (value: number | undefined, wanted: number) =>
  assert.ok(Math.abs((value ?? Number.NaN) - wanted) < 1e-12, String(value))

it('equal values share the mean of their ranks', () => {
  assert.equal([...averageRanks([10, 20, 20, 5])], [2, 3.5, 3.5, 1])
  assert.equal([...averageRanks([7, 7, 7])], [2, 2, 2])
  assert.equal([...averageRanks([])], [])
})

it('known values are met', () => {
  near(pearson([1, 2, 3, 4], [1, 3, 2, 4]), 0.8)
  near(spearman([1, 2, 3, 4], [1, 100, 50, 1e9]), 0.8)
  near(kendallTauB([1, 2, 3, 4], [1, 3, 2, 4]), 4 / 6)
  // One tie on the left: 5 concordant of sqrt(5 x 6) pairs.
  near(kendallTauB([1, 2, 2, 4], [1, 2, 3, 4]), 5 / Math.sqrt(30))
})

it('a constant side has no correlation, and pairs must be pairs of numbers', async () => {
  for (const correlation of [pearson, spearman, kendallTauB]) {
    assert.is(correlation([1, 1, 1], [1, 2, 3]), undefined)
    assert.is(correlation([1, 2, 3], [4, 4, 4]), undefined)
    assert.is(correlation([], []), undefined)
    await throwsCode(() => correlation([1, 2], [1]), 'stats_input')
    await throwsCode(() => correlation([1, Number.NaN], [1, 2]), 'stats_input')
  }
})

it('order is all that ranks see, and turning one side turns the sign', () => {
  const lists = fc.uniqueArray(fc.integer({min: -1000, max: 1000}), {minLength: 2, maxLength: 30})
  fc.assert(
    fc.property(lists, (values) => {
      const cubes = values.map((value) => value ** 3)
      const turned = values.map((value) => -value)
      near(spearman(values, cubes), 1)
      near(kendallTauB(values, cubes), 1)
      near(spearman(values, turned), -1)
      near(kendallTauB(values, turned), -1)
    }),
  )
})

it('a rank violation costs the success it hides, and the sides are not the same', async () => {
  const [real, flat] = [
    [0, 0.39, 1, 0.28, 0.66, 0],
    [0, 0, 0, 0, 0, 0],
  ]
  assert.is(mmrv({real, sim: flat}).toFixed(6), '0.388333')
  assert.is(mmrv({real: flat, sim: real}), 0)
  assert.is(mmrv({real, sim: real}), 0)
  near(mmrv({real: [0, 1], sim: [1, 0]}), 1)
  await throwsCode(() => mmrv({real: [], sim: []}), 'stats_input')
  await throwsCode(() => mmrv({real: [1], sim: [1, 2]}), 'stats_input')
})

it.run()
