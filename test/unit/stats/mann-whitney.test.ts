import * as assert from 'uvu/assert'
import {mannWhitney} from '#stats/mann-whitney'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('mann whitney')
const upTo = (count: number) => Array.from({length: count}, (_, at) => at + 1)

it('agrees with the normal approximation worked out by hand', () => {
  // 1..5 against 6..10: U 0, mean 12.5, variance 5*5*11/12 = 22.9167; z = (12.5 - .5) / 4.78714 = 2.50672.
  assert.ok(Math.abs((mannWhitney([1, 2, 3, 4, 5], [6, 7, 8, 9, 10]) ?? 0) - 0.0121858) < 1e-5)
})

it('agrees with numbers that others printed', () => {
  // scipy.stats.mannwhitneyu, its example of diabetes by age: method asymptotic, with continuity.
  assert.ok(Math.abs((mannWhitney([19, 22, 16, 29, 24], [20, 11, 17, 12]) ?? 0) - 0.11134688653314041) < 1e-6)
})

it('corrects for ties', () => {
  // Ranks 1, 3, 3 | 3, 5.5, 5.5: U 1, mean 4.5, ties 24 + 6, variance 9/12 * (7 - 30/30) = 4.5; z = (3.5 - .5) / 2.12132 = 1.41421.
  assert.ok(Math.abs((mannWhitney([1, 2, 2], [2, 3, 3]) ?? 0) - 0.157299) < 1e-4)
})

it('sees no difference between interleaved samples, and says nothing where nothing differs', () => {
  const odd = upTo(100).map((value) => 2 * value)
  assert.ok(
    (mannWhitney(
      odd,
      odd.map((value) => value + 1),
    ) ?? 0) > 0.5,
  )
  assert.is(mannWhitney([1, 1], [1, 1]), undefined)
  assert.is(mannWhitney([], [1]), undefined)
})

it('refuses what is no number', () =>
  throwsCode(() => mannWhitney([Number.NaN], [1]), 'stats_input').then(() => undefined))

it.run()
