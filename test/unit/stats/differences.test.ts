import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {newcombe} from '#stats/newcombe'
import {mcNemar, neededPairs, newcombePaired, type PairedCounts} from '#stats/paired-shares'
import {neededTrials, pairedSampleSize} from '#stats/sample-size'
import {wilson} from '#stats/share-interval'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('stats/differences')

const pairs = (both: number, onlyOne: number, onlyOther: number, neither: number): PairedCounts => ({
  both,
  onlyOne,
  onlyOther,
  neither,
})
const printed = (value: number | undefined) => Number(value?.toFixed(6))
const anyPairs = fc
  .tuple(fc.nat(60), fc.nat(60), fc.nat(60), fc.nat(60))
  .filter((four) => four.some((count) => count > 0))

it('the difference of independent shares has its published limits', () => {
  const {estimate, low, high, n} = newcombe({successes: 48, trials: 50}, {successes: 39, trials: 50})!
  assert.equal([estimate, low, high].map(printed), [0.18, 0.047719, 0.315546])
  assert.is(n, 50)
})

it('the difference of paired shares has its published limits', () => {
  const one = newcombePaired(pairs(36, 12, 2, 0))!
  assert.equal([one.estimate, one.low, one.high].map(printed), [0.2, 0.05693, 0.340428])
  const other = newcombePaired(pairs(80, 10, 2, 8))!
  assert.equal([other.estimate, other.low, other.high].map(printed), [0.08, 0.010249, 0.155356])
})

it('73 equal pairs exclude a loss of .05, 72 do not; 35 exclude .1, 34 do not', () => {
  const low = (n: number) => newcombePaired(pairs(n, 0, 0, 0))!.low
  assert.equal([low(72) > -0.05, low(73) > -0.05, low(34) > -0.1, low(35) > -0.1], [false, true, false, true])
})

it('the pairs that would decide are those at which the interval lets go of the limit, were the shares to stay', () => {
  assert.equal([neededPairs(pairs(20, 0, 0, 0), -0.05), neededPairs(pairs(20, 0, 0, 0), -0.1)], [73, 35])
  assert.is(neededPairs(pairs(100, 0, 0, 0), -0.05), 100)
  assert.is(neededPairs(pairs(10, 1, 1, 8), 0), null)
  fc.assert(
    fc.property(anyPairs, fc.constantFrom(-0.1, -0.05, 0), ([both, onlyOne, onlyOther, neither], limit) => {
      const counts = pairs(both, onlyOne, onlyOther, neither)
      const seen = both + onlyOne + onlyOther + neither
      const needed = neededPairs(counts, limit)
      if (needed === null || needed > 1e6) return
      // Shares stay exactly as they are at multiples of what was seen.
      const times = Math.ceil(needed / seen)
      const {low, high} = newcombePaired(pairs(times * both, times * onlyOne, times * onlyOther, times * neither))!
      assert.ok(low > limit || high < limit, `${needed}`)
    }),
  )
})

it('the exact test of pairs has its known p-values', () => {
  const p = (onlyOne: number, onlyOther: number) => Number(mcNemar({onlyOne, onlyOther}).toFixed(10))
  assert.equal([p(1, 10), p(2, 8), p(0, 6), p(0, 5)], [0.01171875, 0.109375, 0.03125, 0.0625])
  assert.equal([p(0, 0), p(3, 3)], [1, 1])
})

it('swapping the two sides turns a difference round, and an interval holds its estimate', () => {
  fc.assert(
    fc.property(anyPairs, ([both, onlyOne, onlyOther, neither]) => {
      const there = newcombePaired(pairs(both, onlyOne, onlyOther, neither))!
      const back = newcombePaired(pairs(both, onlyOther, onlyOne, neither))!
      assert.ok(Math.abs(there.low + back.high) < 1e-9 && Math.abs(there.high + back.low) < 1e-9)
      assert.ok(there.low <= there.estimate + 1e-12 && there.estimate <= there.high + 1e-12)
      assert.ok(there.low >= -1 && there.high <= 1)
      assert.is(mcNemar({onlyOne, onlyOther}), mcNemar({onlyOne: onlyOther, onlyOther: onlyOne}))
    }),
  )
})

it('the paired interval covers about as often as it says', () => {
  // Cells .45 .2 .1 .25, 30 pairs: every table with its chance.
  const [n, cells] = [30, [0.45, 0.2, 0.1, 0.25] as const]
  const logs = [0]
  for (let k = 1; k <= n; k++) logs.push((logs[k - 1] ?? 0) + Math.log(k))
  let covered = 0
  for (let a = 0; a <= n; a++) {
    for (let b = 0; a + b <= n; b++) {
      for (let c = 0; a + b + c <= n; c++) {
        const four = [a, b, c, n - a - b - c]
        const chance = four.reduce((sum, k, at) => sum + k * Math.log(cells[at]!) - logs[k]!, logs[n]!)
        const {low, high} = newcombePaired(pairs(a, b, c, n - a - b - c))!
        if (low <= 0.1 && 0.1 <= high) covered += Math.exp(chance)
      }
    }
  }
  assert.ok(covered > 0.94 && covered < 0.99, `${covered}`)
})

it('nothing measured gives no interval, and counts that are none are refused', async () => {
  assert.is(newcombe({successes: 0, trials: 0}, {successes: 1, trials: 2}), undefined)
  assert.is(newcombePaired(pairs(0, 0, 0, 0)), undefined)
  for (const bad of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    await throwsCode(() => newcombePaired(pairs(bad, 1, 1, 1)), 'stats_input')
    await throwsCode(() => mcNemar({onlyOne: 1, onlyOther: bad}), 'stats_input')
  }
})

it('the number of pairs to plan has its published value', async () => {
  assert.is(pairedSampleSize(0.12, 0.02).toFixed(3), '107.496')
  await throwsCode(() => pairedSampleSize(0.1, 0.1), 'stats_input')
  await throwsCode(() => pairedSampleSize(0.9, 0.3), 'stats_input')
})

it('the trials still needed are as many as make the interval let go of the threshold', () => {
  for (const [successes, n, threshold] of [
    [18, 20, 0.8],
    [14, 20, 0.8],
    [88, 100, 0.85],
  ] as const) {
    const seen = wilson(successes, n)!
    const needed = neededTrials(seen, threshold)!
    const held = (trials: number) => {
      const {low, high} = wilson(Math.round(seen.estimate * trials), trials)!
      return low <= threshold && threshold <= high
    }
    // Whole multiples of n keep the rate.
    const [below, above] = [Math.floor(needed / n) * n, Math.ceil(needed / n) * n]
    assert.equal([held(below), held(above)], [true, false], `${needed}`)
  }
  assert.is(neededTrials(wilson(8, 10)!, 0.8), null)
  assert.is(neededTrials({estimate: 3, low: 1, high: 5, method: 'bca', n: 10}, 2), 40)
})

it.run()
