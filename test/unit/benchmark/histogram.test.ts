import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import {Histogram} from '#benchmark/model/histogram'
import {spec} from '../../support/spec.ts'

const it = spec('histogram')

function of(values: readonly number[]): Histogram {
  const made = new Histogram()
  for (const value of values) made.add(value)
  return made
}

const times = fc.array(fc.oneof(fc.nat({max: 200}), fc.integer({min: 0, max: 2 ** 52})), {maxLength: 200})

it('has 64 buckets an octave, and each value in the bucket that spans it', () => {
  const octave = Array.from({length: 64}, (_, at) => 4096 + 64 * at)
  assert.equal(
    of(octave)
      .buckets()
      .map(({lowNs, highNs, count}) => [lowNs, highNs, count]),
    octave.map((ns) => [ns, ns + 64, 1]),
  )
  for (const ns of [0, 1, 2, 3, 63, 64, 65, 1e6, 2 ** 31, 2 ** 32, 2 ** 40 + 1, 2 ** 52 - 1]) {
    const [bucket] = of([ns]).buckets()
    assert.ok(bucket && bucket.lowNs <= ns && ns < bucket.highNs, `${ns}`)
  }
})

it('adds two up to the histogram of both, in any order', () => {
  void fc.assert(
    fc.property(times, times, (a, b) => {
      const both = of([...a, ...b]).document()
      assert.equal(of(a).plus(of(b)).document(), both)
      assert.equal(of(b).plus(of(a)).document(), both)
    }),
    {numRuns: 100},
  )
})

it('knows every quantile to a sixty-fourth', () => {
  void fc.assert(
    fc.property(times, fc.double({min: 0.001, max: 1, noNaN: true}), (values, q) => {
      const exact = values.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(q * values.length - 1e-9)) - 1]
      const seen = of(values).quantileNs(q)
      if (exact === undefined || seen === undefined) return assert.is(seen, exact)
      assert.ok(seen >= exact && seen <= exact * (1 + 1 / 64) + 1, `${seen} for ${exact}`)
    }),
    {numRuns: 200},
  )
})

it('is empty without values, and says so', () => {
  assert.equal(of([]).document(), {unit: 'ns', buckets_per_octave: 64, count: 0, min: null, max: null, buckets: []})
})

it.run()
