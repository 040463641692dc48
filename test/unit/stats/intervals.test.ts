import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {studentQuantile} from '#stats/beta'
import {normalQuantile, zOf} from '#stats/normal'
import {atLeast, clopperPearson, wilson} from '#stats/share-interval'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('stats/intervals')
const printed = (value: number | undefined) => value?.toFixed(6)
const counts = fc.integer({min: 1, max: 400}).chain((n) => fc.tuple(fc.integer({min: 0, max: n}), fc.constant(n)))

const SHARES: readonly [
  tool: typeof wilson,
  successes: number,
  n: number,
  low: string | undefined,
  high: string | undefined,
][] = [
  [wilson, 48, 50, '0.865399', '0.988961'],
  [wilson, 7, 10, '0.396778', '0.892209'],
  [wilson, 0, 50, '0.000000', '0.071348'],
  [wilson, 20, 20, '0.838875', '1.000000'],
  [clopperPearson, 48, 50, '0.862862', '0.995119'],
  [clopperPearson, 7, 10, '0.347547', '0.933260'],
  [clopperPearson, 0, 50, '0.000000', '0.071122'],
]

for (const [tool, successes, n, low, high] of SHARES) {
  it(`${tool.name} of ${successes} in ${n} has the published limits`, () => {
    const interval = tool(successes, n)
    assert.equal([printed(interval?.low), printed(interval?.high)], [low, high])
  })
}

it('quantiles of normal and t have the published digits', () => {
  assert.is(normalQuantile(0.975).toPrecision(16), '1.959963984540054')
  assert.is(zOf(0.95), normalQuantile(0.975))
  assert.is(studentQuantile(0.975, 4).toFixed(9), '2.776445105')
  assert.is(studentQuantile(0.99, 9).toFixed(9), '2.821437925')
})

it('quantiles are odd about one half, grow, and t approaches the normal', () => {
  for (const p of [0.6, 0.9, 0.999, 1 - 1e-9]) {
    assert.ok(Math.abs(normalQuantile(p) + normalQuantile(1 - p)) < 1e-6)
    assert.ok(Math.abs(studentQuantile(p, 3) + studentQuantile(1 - p, 3)) < 1e-4 * studentQuantile(p, 3))
    assert.ok(studentQuantile(p, 3) > normalQuantile(p))
  }
  assert.is(normalQuantile(0.5), 0)
  assert.is(studentQuantile(0.5, 7), 0)
  assert.ok(Math.abs(studentQuantile(0.975, 1e6) - 1.96) < 1e-3)
})

it('59 in a row show 95 %, 58 do not; 299 show 99 %, 298 do not', () => {
  assert.equal([atLeast(58, 58) >= 0.95, atLeast(59, 59) >= 0.95], [false, true])
  assert.equal([atLeast(298, 298) >= 0.99, atLeast(299, 299) >= 0.99], [false, true])
})

it('an interval holds its estimate, lies in 0 to 1, narrows with more trials, and mirrors', () => {
  fc.assert(
    fc.property(fc.constantFrom(wilson, clopperPearson), counts, (tool, [k, n]) => {
      const [one, more, mirror] = [tool(k, n)!, tool(4 * k, 4 * n)!, tool(n - k, n)!]
      assert.ok(0 <= one.low && one.low <= one.estimate && one.estimate <= one.high && one.high <= 1)
      assert.ok(more.high - more.low < one.high - one.low)
      assert.ok(Math.abs(mirror.low - (1 - one.high)) < 1e-9)
    }),
  )
})

it('the exact interval covers at least as often as it says', () => {
  const [n, truth] = [20, 0.85]
  let [covered, chance] = [0, (1 - truth) ** n]
  for (let k = 0; k <= n; k++) {
    const {low, high} = clopperPearson(k, n)!
    if (low <= truth && truth <= high) covered += chance
    chance *= ((n - k) / (k + 1)) * (truth / (1 - truth))
  }
  assert.ok(covered >= 0.95, `${covered}`)
})

it('no trials give no interval, never a good one', () => {
  assert.is(wilson(0, 0), undefined)
  assert.is(clopperPearson(0, 0), undefined)
  assert.is(atLeast(0, 0), 0)
})

it('counts and levels that are none are refused', async () => {
  for (const [k, n] of [
    [-1, 5],
    [6, 5],
    [1.5, 5],
    [1, Number.NaN],
    [0, Number.POSITIVE_INFINITY],
  ] as const) {
    await throwsCode(() => wilson(k, n), 'stats_input')
    await throwsCode(() => clopperPearson(k, n), 'stats_input')
    await throwsCode(() => atLeast(k, n), 'stats_input')
  }
  for (const level of [0, 1, Number.NaN, 95]) {
    await throwsCode(() => wilson(1, 2, level), 'stats_input')
    await throwsCode(() => clopperPearson(1, 2, level), 'stats_input')
    await throwsCode(() => normalQuantile(level), 'stats_input')
    await throwsCode(() => studentQuantile(level, 3), 'stats_input')
  }
  await throwsCode(() => studentQuantile(0.9, 0), 'stats_input')
})

it.run()
