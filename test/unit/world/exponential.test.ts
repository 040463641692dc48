import * as assert from 'uvu/assert'
import {exp, log} from '#world/math/exponential'
import {spec} from '../../support/spec.ts'

const it = spec('world/exponential')
/** Two units in the last place: the engine's own may be off by one too. */
const CLOSE = 2 * Number.EPSILON

it('agrees with the engine to the last places over the whole range', () => {
  for (let at = -7400; at <= 7090; at++) {
    const x = at * 0.1 + 0.0123
    const [own, engine] = [exp(x), Math.exp(x)]
    assert.ok(Math.abs(own - engine) <= CLOSE * engine + Number.MIN_VALUE, `e^${x}: ${own} ${engine}`)
  }
  for (let at = 1; at <= 20_000; at++) {
    for (const x of [at, at / 997, at * 1e40, at * 1e-40]) {
      assert.ok(Math.abs(log(x) - Math.log(x)) <= CLOSE * Math.max(1, Math.abs(Math.log(x))), `ln ${x}`)
    }
  }
})

it('is exact where it can be, and says so where there is nothing to say', () => {
  assert.equal([exp(0), log(1), exp(-1000), exp(1000)], [1, 0, 0, Number.POSITIVE_INFINITY])
  assert.ok(Number.isNaN(exp(Number.NaN)))
  for (const x of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) assert.ok(Number.isNaN(log(x)), `${x}`)
})

it.run()
