import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {timestamp} from '#random/clock'
import {spec} from '../../support/spec.ts'

const it = spec('clock')

it('a time is written as the machine writes it, whatever was written before', () => {
  const moments = fc.double({min: -1e13, max: 1e13, noNaN: true})
  fc.assert(
    fc.property(moments, fc.double({min: -3000, max: 3000, noNaN: true}), (first, off) => {
      for (const ms of [first, first + off, first, first - off])
        assert.is(timestamp(ms), new Date(ms).toISOString(), String(ms))
    }),
  )
})

it('what is no time is none after one, too', () => {
  timestamp(0)
  for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, 1e17]) assert.throws(() => timestamp(ms), RangeError)
  assert.is(timestamp(1), '1970-01-01T00:00:00.001Z')
})
it.run()
