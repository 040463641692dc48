import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {seedStream} from '#random/stream'
import {aurocOf} from '#stats/auroc'
import {bootstrapMean, bootstrapOfWeights} from '#stats/bootstrap'
import {calibrationErrorOf, reliabilityBins, type StatedCase} from '#stats/calibration-error'
import {equalMassBins} from '#stats/equal-mass'
import {brier, brierExcess, crpsGaussian, logLoss} from '#stats/scoring-rules'
import {clusteredShare, wilson} from '#stats/share-interval'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('stats of what is stated')
const near = (found: number, wanted: number, slack = 1e-9) => assert.ok(Math.abs(found - wanted) < slack, `${found}`)

it('scores of single statements meet their anchors', () => {
  near(brier(0.78, false), 0.6084)
  near(brier(0.78, true), 0.0484)
  near(logLoss(0.5, true), Math.LN2)
  near(logLoss(1, false), -Math.log(1e-6))
  near(logLoss(0, false), 1e-6, 1e-12)
  assert.is(crpsGaussian(0, 1).toFixed(9), '0.233694977')
})

it('the excess is 0 on average exactly for who states the true chance', () => {
  const mean = (stated: number, chance: number) =>
    chance * brierExcess(stated, true) + (1 - chance) * brierExcess(stated, false)
  for (const chance of [0, 0.2, 0.5, 0.9, 1]) near(mean(chance, chance), 0)
  near(mean(1, 0.7), 0.3)
  assert.ok(mean(0.7, 0.9) < 0)
})

it('a forecast is as far as its error where it is sure, grows with both, and scales with its unit', () => {
  assert.is(crpsGaussian(-3, 0), 3)
  near(crpsGaussian(4, 1e-6), 4, 1e-5)
  near(crpsGaussian(2, 3), 3 * crpsGaussian(2 / 3, 1), 1e-9)
  near(crpsGaussian(1.3, 0.4), crpsGaussian(-1.3, 0.4), 1e-6)
  // Against the definition, the integral of (F(x) - [x >= 0])².
  const {low, high} = {low: -12, high: 12}
  const normal = (z: number) => 1 / (1 + Math.exp(-1.5976 * z - 0.07056 * z ** 3))
  let area = 0
  for (let x = low; x < high; x += 0.001) area += (normal(x - 0.8) - Number(x >= 0)) ** 2 * 0.001
  near(crpsGaussian(0.8, 1), area, 2e-3)
})

it('what is no probability, no error or no sigma is refused', async () => {
  for (const wrong of [-0.1, 1.1, Number.NaN]) await throwsCode(() => brier(wrong, true), 'stats_input')
  await throwsCode(() => crpsGaussian(0, -1), 'stats_input')
  await throwsCode(() => crpsGaussian(Number.NaN, 1), 'stats_input')
})

it('bins hold about as many, in order, and equal values share one', () => {
  assert.equal(equalMassBins([0.1, 0.2, 0.3, 0.4], 2), [0, 0, 1, 1])
  assert.equal(equalMassBins([0.7, 0.7, 0.7], 10), [5, 5, 5])
  fc.assert(
    fc.property(fc.array(fc.integer({min: 0, max: 20}), {minLength: 1, maxLength: 60}), (values) => {
      const bins = equalMassBins(values, 10)
      for (const [at, value] of values.entries()) {
        for (const [other, against] of values.entries()) {
          if (value < against) assert.ok((bins[at] ?? 0) <= (bins[other] ?? 0))
          if (value === against) assert.is(bins[at], bins[other])
        }
      }
    }),
  )
  const distinct = equalMassBins(
    Array.from({length: 100}, (_, at) => at),
    10,
  )
  for (let bin = 0; bin < 10; bin++) assert.is(distinct.filter((one) => one === bin).length, 10)
})

it('the calibration error is the distance from the diagonal, and the order of cases moves nothing', () => {
  const error = (cases: readonly StatedCase[]) => calibrationErrorOf(cases)([1, 1])
  const always = (count: number, stated: number, came: number) =>
    Array.from({length: count}, (_, at) => ({stated, came: at < came, row: at % 2}))
  near(error(always(10, 0.8, 8)), 0)
  near(error(always(10, 1, 3)), 0.7)
  const mixed = [...always(10, 0.2, 5), ...always(10, 0.9, 9)]
  near(error(mixed), 0.15)
  near(error(mixed.toReversed()), 0.15)
  assert.equal(
    reliabilityBins(mixed).map((bin) => bin.length),
    [10, 10],
  )
  assert.ok(Number.isNaN(error([])))
  const told = [
    {stated: 0.5, came: true, row: 0},
    {stated: 0.9, came: true, row: 1},
  ]
  near(calibrationErrorOf(told)([3, 1]), (3 * 0.5 + 0.1) / 4)
})

it('answers in groups that differ tell as much as if alone, those that agree as one each', () => {
  const stream = seedStream('groups')
  const independent = Array.from({length: 200}, () => {
    const answers = Array.from({length: 10}, () => (stream.uniform() < 0.9 ? 1 : 0))
    return answers.reduce<number>((sum, one) => sum + one, 0) / 10
  })
  const width = (found: {low: number; high: number} | undefined) => (found ? found.high - found.low : Number.NaN)
  near(width(clusteredShare(independent, 10)), width(wilson(1800, 2000)), 0.006)
  const alike = Array.from({length: 200}, (_, at) => (at < 180 ? 1 : 0))
  near(width(clusteredShare(alike, 10)), width(wilson(180, 200)), 0.003)
})

it('groups that are all yes leave as much doubt as so many single answers, at least', () => {
  const all = clusteredShare(Array(20).fill(1), 24)
  assert.ok(all && all.high === 1 && all.low < (wilson(20, 20)?.low ?? 0))
  assert.is(clusteredShare([1], 24), undefined)
})

it('an honest speaker is almost never outside the limits of the gate, however few the trials', () => {
  const stream = seedStream('honest')
  for (const [trials, together] of [
    [20, 24],
    [80, 24],
    [20, 1],
    [80, 1],
  ] as const) {
    let outside = 0
    for (let run = 0; run < 300; run++) {
      // Answers of one trial go together as far as they can where `together` is 1.
      const shares = Array.from({length: trials}, () => {
        const draws = Array.from({length: together}, () => (stream.uniform() < 0.9 ? 1 : 0))
        return draws.reduce<number>((sum, one) => sum + one, 0) / together
      })
      const found = clusteredShare(shares, 24)
      if (found && (found.high < 0.85 || found.low > 0.95)) outside++
    }
    assert.ok(outside <= 3, `${outside} of 300 at ${trials} trials`)
  }
})

it('the area is 1 where all high values lie above all low ones, ties are one half, and weights count', () => {
  const once = (trials: Parameters<typeof aurocOf>[0]) => aurocOf(trials)(new Float64Array(trials.length).fill(1))
  assert.is(once([{high: [2, 3], low: [1]}]), 1)
  assert.is(once([{high: [1], low: [2]}]), 0)
  assert.is(once([{high: [1], low: [1]}]), 0.5)
  near(
    once([
      {high: [3, 1], low: [2]},
      {high: [2], low: [0]},
    ]),
    (2 + 1 + 1.5) / 6,
  )
  const trials = [
    {high: [3], low: [2]},
    {high: [1], low: [0]},
  ]
  near(aurocOf(trials)([1, 3]), (1 + 3 + 9) / 16)
  assert.ok(Number.isNaN(once([{high: [1], low: []}])))
})

it('resampling by weights is resampling of rows: the same draws, the same limits', () => {
  const values = [1, 2, 2, 3, 3, 3, 4, 5, 9, 20]
  const mean = (weights: ArrayLike<number>) => {
    let [sum, total] = [0, 0]
    for (const [at, value] of values.entries()) {
      sum += value * (weights[at] ?? 0)
      total += weights[at] ?? 0
    }
    return sum / total
  }
  const label = 'assay/1|42|test|bootstrap'
  const [one, other] = [bootstrapOfWeights(10, mean, label), bootstrapMean(values, label)]
  assert.equal(one, other)
  assert.equal(one?.bca, {low: 3, high: 10.9})
  assert.is(bootstrapOfWeights(1, mean, label), undefined)
})

it.run()
