import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import {meanEstimate} from '#benchmark/judge/mean-estimate'
import {spec} from '../../support/spec.ts'

const it = spec('mean latency')
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const estimate = (values: readonly number[]) => meanEstimate(values, mean(values))

it('keeps the lower limit above a budget that every call breaks, however long one of them stalls', () => {
  const stalled = [...Array.from({length: 59}, () => 0.002), 3000]
  const {ci} = estimate(stalled)
  assert.ok((ci?.low ?? 0) >= 0.002)
  assert.ok((ci?.high ?? 0) > mean(stalled))
})

it('never leaves the range of the calls', () => {
  void fc.assert(
    fc.property(fc.array(fc.double({min: 0, max: 1e6, noNaN: true}), {minLength: 20, maxLength: 60}), (values) => {
      const {ci} = estimate(values)
      const slack = 1e-9 * Math.max(...values)
      assert.ok((ci?.low ?? Number.NaN) >= Math.min(...values) - slack)
      assert.ok((ci?.high ?? Number.NaN) <= Math.max(...values) + slack)
    }),
  )
})

it('needs twenty calls for an interval and tells so', () => {
  assert.equal(estimate(Array.from({length: 19}, () => 1)), {
    estimate: 1,
    n: 19,
    needed_n: 20,
    reason: 'insufficient_samples',
  })
  assert.is(meanEstimate([], undefined).reason, 'no_samples')
})

it('covers the mean of many calls as narrowly as their spread allows', () => {
  const values = Array.from({length: 50_500}, (_, at) => 1 + (at % 101) / 100)
  const {ci} = estimate(values)
  assert.ok((ci?.low ?? 0) > 1.49 && (ci?.high ?? 9) < 1.51)
})

it.run()
