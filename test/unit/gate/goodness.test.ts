import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import {goodness, goodnessInterval} from '#gate/goodness'
import {spec} from '../../support/spec.ts'

const it = spec('goodness')
const value = fc.double({min: -1e6, max: 1e6, noNaN: true})
const better = fc.oneof(
  fc.record({direction: fc.constantFrom('higher' as const, 'lower' as const)}),
  fc.record({direction: fc.constant('nearer' as const), target: value}),
)

it('takes too much for as wrong as too little where one value is right', () => {
  const gain = {direction: 'nearer', target: 1} as const
  assert.is(goodness(gain, 3), goodness(gain, -1))
  assert.ok(goodness(gain, 1.1) > goodness(gain, 0.8))
})

it('holds, as an interval, the goodness of every value between the limits', () => {
  void fc.assert(
    fc.property(better, fc.tuple(value, value, value), (metric, values) => {
      const [low = 0, estimate = 0, high = 0] = values.toSorted((a, b) => a - b)
      const found = goodnessInterval(metric, {low, estimate, high})
      assert.ok(found.low <= found.estimate && found.estimate <= found.high)
      assert.ok(found.low <= Math.min(goodness(metric, low), goodness(metric, high)))
    }),
  )
})

it.run()
