import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {twoSidedTail} from '#stats/normal'
import {holm} from '#stats/p-adjust'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('holm')

it('the anchor is met', () => {
  assert.equal(
    holm([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(10))),
    [0.03, 0.06, 0.06, 0.02],
  )
})

it('nothing asked adjusts to nothing, one question stays as it is', () => {
  assert.equal(holm([]), [])
  assert.equal(holm([0.2]), [0.2])
})

it('a value that is no probability is refused', async () => {
  for (const bad of [Number.NaN, -0.1, 1.1]) await throwsCode(() => holm([0.5, bad]), 'stats_input')
})

it('adjusting never makes a p-value smaller, larger than 1 or reorders it', () => {
  fc.assert(
    fc.property(fc.array(fc.double({min: 0, max: 1, noNaN: true}), {maxLength: 30}), (pValues) => {
      const adjusted = holm(pValues)
      for (const [at, p] of pValues.entries()) {
        assert.ok((adjusted[at] ?? -1) >= p && (adjusted[at] ?? 2) <= 1)
        for (const [other, q] of pValues.entries()) if (p < q) assert.ok((adjusted[at] ?? 2) <= (adjusted[other] ?? -1))
      }
    }),
  )
})

it('the normal tail meets its known points on both sides', () => {
  const known: [number, number][] = [
    [0, 1],
    [1, 0.31731050786],
    [1.959963984540054, 0.05],
    [-1.959963984540054, 0.05],
    [5, 5.733031e-7],
  ]
  for (const [z, p] of known) assert.ok(Math.abs(twoSidedTail(z) / p - 1) < 1e-6, String(z))
})

it.run()
