import * as assert from 'uvu/assert'
import {welch, welchChance} from '#stats/welch'
import {spec} from '../../support/spec.ts'

const it = spec('welch')
const near = (seen: number, told: number) => assert.ok(Math.abs(seen / told - 1) < 1e-9, `${seen} ${told}`)

it('agrees with numbers that others printed', () => {
  // scipy.stats.ttest_ind(one, other, equal_var=False) of SciPy 1.16, the second one shifted, the third far out in a tail.
  const [one, other] = [
    [1, 2, 3, 4.5],
    [2, 4, 5, 7, 9],
  ]
  near(welchChance(one, other, 0), 0.09556934838197695)
  near(welchChance(one, other, -0.5), 0.1572801410332037)
  near(welchChance([1, 1.01, 1.02, 0.99, 1], [1.1, 1.11, 1.12, 1.1, 1.09], 0), 7.071086608820224e-7)
})

it('is as small as the level leaves exactly where the interval ends', () => {
  const [one, other] = [
    [1, 1.2, 0.9],
    [2, 2.6, 2.2, 1.9],
  ]
  const {low = 0, high = 0} = welch(one, other, 0.95) ?? {}
  near(welchChance(one, other, low), 0.05)
  near(welchChance(one, other, high), 0.05)
})

it('says nothing of single values, and is certain of what never varies', () => {
  assert.is(welchChance([1], [2, 3], 0), 1)
  assert.equal([welchChance([1, 1], [2, 2], 0), welchChance([1, 1], [2, 2], -1)], [0, 1])
})

it.run()
