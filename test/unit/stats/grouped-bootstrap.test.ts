import * as assert from 'uvu/assert'
import {seedStream} from '#random/stream'
import {groupedBootstrap} from '#stats/grouped-bootstrap'
import {spec} from '../../support/spec.ts'

const it = spec('grouped bootstrap')
const stream = seedStream('grouped bootstrap test')
const around = (center: number, count = 60) => Array.from({length: count}, () => center + stream.gaussian())

const width = ({low, high}: {low: number; high: number}) => high - low

it('is as wide as the groups are apart, which pooled values would hide', () => {
  const alike = groupedBootstrap([around(10), around(10), around(10), around(10), around(10)], [0.5], 'a')
  const apart = groupedBootstrap([around(8), around(9), around(10), around(11), around(12)], [0.5], 'a')
  assert.ok(width(alike.mean) < 0.8, `${width(alike.mean)}`)
  assert.ok(width(apart.mean) > 1.8, `${width(apart.mean)}`)
  assert.ok(width(apart.quantiles[0] ?? {low: 0, high: 0}) > 1.8)
})

it('gives the same limits for the same label, and one group the width of its own values', () => {
  const group = around(5, 400)
  const once = groupedBootstrap([group], [0.5, 0.95], 'same')
  assert.equal(groupedBootstrap([group], [0.5, 0.95], 'same'), once)
  // The standard error of a mean of 400 is .05, so 95 % is about .196 wide.
  assert.ok(Math.abs(width(once.mean) - 0.196) < 0.04, `${width(once.mean)}`)
})

it('takes large groups at the cost of small ones, and empty ones not at all', () => {
  const {mean} = groupedBootstrap([around(3, 50_000), []], [0.99], 'large')
  assert.ok(mean.low < 3.02 && mean.high > 2.98 && width(mean) < 0.2)
})

it.run()
