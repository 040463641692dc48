import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {seedStream} from '#random/stream'
import {anytimeInterval, bettingEvidence} from '#stats/anytime'
import {benjaminiHochberg, holm} from '#stats/p-adjust'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('stats/sequential')

const times = (count: number, value: number) => new Array<number>(count).fill(value)

it('evidence against a share has its known values', () => {
  const evidence = (count: number, value: number, m: number, side: 'above' | 'below') =>
    Number(bettingEvidence(times(count, value), m, side).toFixed(6))
  assert.equal([evidence(24, 1, 0.8, 'above'), evidence(25, 1, 0.8, 'above')], [39.182605, 46.90575])
  assert.equal([evidence(3, 0, 0.8, 'below'), evidence(4, 0, 0.8, 'below')], [37.857143, 148.753605])
  assert.is(evidence(8, 1, 0.5, 'above'), 53.393176)
})

it('25 successes in a row refute .8 and all below; 24 do not', () => {
  assert.ok(anytimeInterval(times(24, 1))!.low < 0.8)
  assert.ok(anytimeInterval(times(25, 1))!.low >= 0.8)
  assert.is(anytimeInterval(times(25, 1))!.high, 1)
  assert.ok(anytimeInterval(times(4, 0))!.high <= 0.8)
})

it('what was refuted once stays refuted', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(0, 0.25, 1), {minLength: 2, maxLength: 120}), (values) => {
      const [less, more] = [anytimeInterval(values.slice(0, -1))!, anytimeInterval(values)!]
      assert.ok(more.low >= less.low && more.high <= less.high)
    }),
  )
})

it('looking after every value misses the truth in at most 5 % of runs', () => {
  let missed = 0
  for (let run = 0; run < 400; run++) {
    const stream = seedStream(`assay/1|42|test|${run}|sequential`)
    const values = Array.from({length: 100}, () => (stream.uniform() < 0.8 ? 1 : 0))
    const {low, high} = anytimeInterval(values)!
    if (low > 0.8 || high < 0.8) missed++
  }
  // 20 expected at the most, and this seed decides alone.
  assert.ok(missed <= 20, `${missed}`)
})

it('no value gives no interval, values outside 0 to 1 are refused', async () => {
  assert.is(anytimeInterval([]), undefined)
  for (const bad of [-0.1, 1.1, Number.NaN]) await throwsCode(() => anytimeInterval([bad]), 'stats_input')
  await throwsCode(() => bettingEvidence([1], 0, 'above'), 'stats_input')
})

it('false finds are held to a share: the published steps', async () => {
  // Benjamini and Hochberg 1995, section 3.2: four of these fifteen are finds at .05.
  const paper = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
  ]
  assert.is(benjaminiHochberg(paper).filter((p) => p <= 0.05).length, 4)
  assert.equal(
    benjaminiHochberg([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(10))),
    [0.02, 0.04, 0.04, 0.02],
  )
  assert.equal(benjaminiHochberg([]), [])
  await throwsCode(() => benjaminiHochberg([Number.NaN]), 'stats_input')
})

it('a find with Holm is a find with Benjamini and Hochberg', () => {
  fc.assert(
    fc.property(fc.array(fc.double({min: 0, max: 1, noNaN: true}), {maxLength: 30}), (pValues) => {
      const [strict, loose] = [holm(pValues), benjaminiHochberg(pValues)]
      for (const [at, p] of pValues.entries()) assert.ok(p <= loose[at]! + 1e-12 && loose[at]! <= strict[at]! + 1e-12)
    }),
  )
})

it.run()
