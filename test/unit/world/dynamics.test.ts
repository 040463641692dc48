import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {pendulum} from '#world/environment/pendulum/pendulum'
import {pushBlockDynamics} from '#world/environment/push-block/dynamics'
import {pushBlock} from '#world/environment/push-block/push-block'
import {step} from '#world/model/dynamics'
import {spec} from '../../support/spec.ts'

const it = spec('world/dynamics')
const share = fc.double({min: -1, max: 1, noNaN: true})
const aWalk = fc.array(fc.tuple(share, share), {minLength: 1, maxLength: 30})

/** A quarter turn to the left of the whole table: pusher, block and its angle. */
function turned([px, py, bx, by, angle]: readonly number[]): Float64Array {
  return Float64Array.of(-py!, px!, -by!, bx!, angle! + Math.PI / 2)
}

it('a pendulum never turns faster than 8 and keeps its angle unwrapped', () => {
  fc.assert(
    fc.property(fc.array(share, {maxLength: 100}), (torques) => {
      let now: Float64Array = Float64Array.of(3, 7.9)
      for (const torque of torques) {
        const next = step(pendulum, now, [torque])
        assert.ok(Math.abs(next[1]!) <= 8)
        assert.ok(Math.abs(next[0]! - now[0]!) <= 8 * 0.05 + 1e-12)
        now = next
      }
    }),
  )
})

it('a block does not move by itself, nor from a pusher that passes at a distance', () => {
  fc.assert(
    fc.property(aWalk, (actions) => {
      let now: Float64Array = Float64Array.of(2, 2, 0.1, 0, 0.4)
      for (const action of actions) now = step(pushBlock, now, action)
      assert.equal([...now.slice(2)], [0.1, 0, 0.4])
    }),
  )
})

it('pushing does not depend on where north is', () => {
  fc.assert(
    fc.property(aWalk, (actions) => {
      let now: Float64Array = Float64Array.of(-0.06, 0.013, 0, 0, 0.1)
      let other: Float64Array = turned([...now])
      for (const [x, y] of actions) {
        now = step(pushBlock, now, [x, y])
        other = step(pushBlock, other, [-y, x])
      }
      for (const [entry, value] of turned([...now]).entries())
        assert.ok(Math.abs(value - other[entry]!) < 1e-6, `${value} ${other[entry]}`)
    }),
    {numRuns: 50, seed: 7},
  )
})

it('a pushed block moves away from the pusher, and turns less the lower the friction', () => {
  const sideways = (friction: number) => {
    let now: Float64Array = Float64Array.of(-0.055, 0, 0, 0, 0)
    for (let taken = 0; taken < 5; taken++) now = step(pushBlockDynamics(friction), now, [0.5, 0.5])
    return now
  }
  const [rough, smooth] = [sideways(0.5), sideways(0.05)]
  assert.ok(rough[2]! > 0 && smooth[2]! > 0)
  assert.ok(rough[3]! > smooth[3]!)
})

it('a pusher that passes through leaves the block alone', () => {
  const now = step(pushBlockDynamics(undefined), [-0.04, 0, 0, 0, 0], [1, 0])
  assert.equal([...now.slice(2)], [0, 0, 0])
})

it('a block is solved by its place, whatever its angle', () => {
  assert.is(pushBlock.success([9, 9, 0.1, 0.1, 3], [0.11, 0.1]), true)
  assert.is(pushBlock.success([0.1, 0.1, 0.2, 0.1, 0], [0.1, 0.1]), false)
})

it.run()
