import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {percentile, quantileEstimate, quantileMinimum, quantileRanks} from '#stats/quantile'
import {summarise} from '#stats/summary'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('stats/quantile')
const upTo = (n: number) => Array.from({length: n}, (_, index) => index + 1)
const aSample = fc.array(fc.double({noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6}), {maxLength: 300})
const aShare = fc.constantFrom(0.05, 0.25, 0.5, 0.9, 0.95, 0.99)

for (const [n, low, high] of [
  [20, 17, undefined],
  [100, 90, 100],
  [200, 184, 197],
  [1000, 936, 964],
] as const) {
  it(`p95 of ${n} values lies between the published ranks`, () => {
    const ranks = quantileRanks(n, 0.95)
    assert.equal([ranks.low, ranks.high], [low, high])
  })
}

it('each quantile needs the published number of values', () => {
  assert.equal(
    [0.5, 0.9, 0.95, 0.99, 0.999].map((q) => quantileMinimum(q)),
    [5, 29, 59, 299, 2995],
  )
  assert.is(quantileMinimum(0.05), 59)
})

it('58 values say nothing about p95, 59 bound it on one side, 72 on both', () => {
  const of = (n: number) => quantileEstimate(upTo(n), 0.95)
  assert.equal([of(58).status, of(58).high], ['insufficient_samples', undefined])
  assert.equal([of(59).status, of(59).high], ['one_sided', 59])
  assert.equal([of(72).status, of(72).high], ['two_sided', 72])
  assert.is(of(58).estimate, 56)
})

it('no values give no estimate', () => {
  assert.equal(quantileEstimate([], 0.5), {
    n: 0,
    minimum_n: 5,
    status: 'insufficient_samples',
    estimate: undefined,
    low: undefined,
    high: undefined,
  })
  assert.is(percentile([], 0.5), undefined)
  assert.is(summarise([]), undefined)
})

it('the interval holds the sample quantile, whatever the order of the values', () => {
  fc.assert(
    fc.property(aSample, aShare, (values, q) => {
      const given = quantileEstimate(values, q)
      assert.equal(quantileEstimate(values.toReversed(), q), given)
      if (given.status === 'insufficient_samples') return assert.equal([given.low, given.high], [undefined, undefined])
      assert.ok(given.n >= given.minimum_n)
      assert.ok((given.low ?? -Infinity) <= given.estimate! && given.estimate! <= (given.high ?? Infinity))
      if (given.status === 'two_sided') assert.ok(given.low !== undefined && given.high !== undefined)
    }),
  )
})

it('a percentile is interpolated, and absent where it would be the extreme in disguise', () => {
  assert.is(percentile([4, 1, 3, 2], 0.5), 2.5)
  assert.is(percentile(upTo(20), 0.95)?.toFixed(6), '19.950000')
  assert.is(percentile(upTo(19), 0.95), undefined)
  assert.is(percentile(upTo(10), 0.9)?.toFixed(6), '9.900000')
  assert.is(percentile(upTo(9), 0.9), undefined)
})

it('a percentile lies within the sample and grows with p', () => {
  fc.assert(
    fc.property(aSample, (values) => {
      const found = [0.25, 0.5, 0.75, 0.9, 0.95]
        .map((p) => percentile(values, p))
        .filter((value) => value !== undefined)
      assert.ok(found.every((value) => value >= Math.min(...values) && value <= Math.max(...values)))
      assert.ok(found.every((value, index) => index === 0 || value >= found[index - 1]! - 1e-6))
    }),
  )
})

it('a summary keeps the digits of large close numbers, and has no spread for one value', () => {
  assert.equal(summarise([1e15 + 5, 1e15 + 1, 1e15 + 3]), {
    n: 3,
    mean: 1e15 + 3,
    min: 1e15 + 1,
    max: 1e15 + 5,
    median: 1e15 + 3,
    sd: 2,
  })
  assert.equal(summarise([7]), {n: 1, mean: 7, min: 7, max: 7, median: 7})
  assert.is(summarise([4, 1, 2, 3])?.median, 2.5)
})

it('values that are not finite and shares that are none are refused', async () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    await throwsCode(() => quantileEstimate([1, value], 0.5), 'stats_input')
    await throwsCode(() => percentile([1, value], 0.5), 'stats_input')
    await throwsCode(() => summarise([1, value]), 'stats_input')
  }
  for (const q of [0, 1, 95, Number.NaN]) {
    await throwsCode(() => quantileEstimate([1], q), 'stats_input')
    await throwsCode(() => percentile([1], q), 'stats_input')
  }
})

it('200 000 values are fine', () => {
  const given = quantileEstimate(upTo(200_000), 0.999)
  assert.equal([given.status, given.estimate], ['two_sided', 199_800])
})

it.run()
