import * as assert from 'uvu/assert'
import {bootstrapMean, bootstrapOfMeans, bootstrapOfWeights} from '#stats/bootstrap'
import {normalBelow} from '#stats/normal'
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

it('a limit within two Monte-Carlo errors of an end is worth ten times the resamples, the first of them the same', () => {
  const values = [1, 2, 2, 3, 3, 3, 4, 5, 9, 20]
  const label = 'assay/1|42|test|bootstrap'
  const near = (limits: readonly number[]) =>
    bootstrapOfMeans([values], (means) => means[0] ?? Number.NaN, label, limits)
  assert.equal([near([])?.resamples, near([5, 100, -1])?.resamples], [1999, 1999])
  const many = near([11])
  assert.is(many?.resamples, 19_999)
  assert.equal(many, near([3]))
  // The ends move by less than two errors of the few.
  for (const [end, few] of [
    [many?.bca.low, 3],
    [many?.bca.high, 10.9],
  ] as const)
    assert.ok(Math.abs((end ?? 0) - few) <= 0.5, `${end}`)
  const byWeights = bootstrapOfWeights(
    values.length,
    (weights) => values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0) / values.length,
    label,
    [11],
  )
  assert.is(byWeights?.resamples, 19_999)
  assert.ok(Math.abs((byWeights?.bca.high ?? 0) - (many?.bca.high ?? 1)) < 1e-9)
})

it('resamples that all agree are no more in doubt at the limit', () => {
  assert.is(bootstrapOfMeans([[1, 1, 1]], (means) => means[0] ?? Number.NaN, 'a', [1])?.resamples, 1999)
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
