import * as assert from 'uvu/assert'
import {bootstrapMean} from '#stats/bootstrap'
import {normalBelow} from '#stats/normal-tail'
import {mde, sampleSize} from '#stats/sample-size'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('bootstrap and sample size')

it('the anchor is met, plain and corrected', () => {
  const interval = bootstrapMean([1, 2, 2, 3, 3, 3, 4, 5, 9, 20], 'assay/1|42|test|bootstrap')
  assert.equal(interval?.percentile, {low: 2.7, high: 9.2})
  assert.equal(interval?.bca, {low: 3, high: 10.9})
})

it('the same label gives the same interval, another label another', () => {
  const values = Array.from({length: 30}, (_, at) => (at * 37) % 11)
  assert.equal(bootstrapMean(values, 'a'), bootstrapMean(values, 'a'))
  assert.not.equal(bootstrapMean(values, 'a'), bootstrapMean(values, 'b'))
})

it('one value has no interval, equal values have a point, NaN is refused', async () => {
  assert.is(bootstrapMean([1], 'a'), undefined)
  assert.equal(bootstrapMean([1, 1, 1], 'a')?.bca, {low: 1, high: 1})
  await throwsCode(() => bootstrapMean([1, Number.NaN], 'a'), 'stats_input')
})

it('the normal share below a value meets its known points', () => {
  assert.ok(Math.abs(normalBelow(0) - 0.5) < 1e-7)
  assert.ok(Math.abs(normalBelow(1.959963984540054) - 0.975) < 1e-7)
  assert.ok(Math.abs(normalBelow(-1) - 0.15865525) < 1e-7)
})

it('sample sizes meet their anchors', () => {
  const table: [number, number, number][] = [
    [0.9, 0.8, 198.963],
    [0.8, 0.7, 293.151],
    [0.9, 0.85, 685.597],
    [0.5, 0.4, 387.339],
  ]
  for (const [one, other, wanted] of table) assert.is(Number(sampleSize(one, other).toFixed(3)), wanted)
})

it('the detectable drop is the inverse of the sample size', async () => {
  assert.ok(Math.abs((mde(0.9, 198.963) ?? 0) - 0.1) < 1e-5)
  assert.is(mde(1, 1), null)
  assert.is(mde(0, 100), null)
  await throwsCode(() => sampleSize(0.5, 0.5), 'stats_input')
})

it.run()
