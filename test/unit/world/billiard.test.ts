import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {seedStream} from '#random/stream'
import {billiard} from '#world/environment/billiard/billiard'
import {billiardDynamics, DISC_RADIUS, energyOf} from '#world/environment/billiard/table'
import {ENVIRONMENTS, environmentOf, rulesOf} from '#world/environments'
import {step} from '#world/model/dynamics'
import {decodeState, encodeState} from '#world/model/scene'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('world/billiard')
const aStart = fc.nat(100_000).map((seed) => billiard.reset(seedStream(`billiard|${seed}`), 'default').state)

function played(state: Float64Array, steps: number): Float64Array {
  let now = state
  for (let taken = 0; taken < steps; taken++) now = step(billiard, now, [0])
  return now
}

function gaps(state: ArrayLike<number>): number[] {
  const pairs = [
    [0, 4],
    [0, 8],
    [4, 8],
  ] as const
  return pairs.map(([a, b]) => Math.hypot(state[a]! - state[b]!, state[a + 1]! - state[b + 1]!) - 2 * DISC_RADIUS)
}

it('a disc alone flies straight and comes back from the wall at the moment it touches', () => {
  const apart = [0.1, 0.9, 0, 0, 0.9, 0.9, 0, 0]
  const moving = (x: number, vx: number) => Float64Array.of(x, 0.2, vx, 0, ...apart)
  assert.equal(
    [...step(billiard, moving(0.5, 0.4), [0]).slice(0, 4)].map((value) => value.toFixed(12)),
    ['0.520000000000', '0.200000000000', '0.400000000000', '0.000000000000'],
  )
  // .93 to the wall at .94 takes .02 s of the .05 s; the rest goes back.
  const [x, , vx] = step(billiard, moving(0.93, 0.5), [0])
  assert.ok(Math.abs(x! - 0.925) < 1e-12 && vx === -0.5, `${x} ${vx}`)
})

it('equal discs that meet head-on swap their speeds, at the right moment', () => {
  // Centres .14 apart, closing at .8: they touch after .025 s.
  const state = Float64Array.of(0.43, 0.5, 0.4, 0, 0.57, 0.5, -0.4, 0, 0.1, 0.1, 0, 0)
  const [x1, , v1, , x2, , v2] = step(billiard, state, [0])
  assert.ok(Math.abs(x1! - 0.43) < 1e-12 && Math.abs(x2! - 0.57) < 1e-12, `${x1} ${x2}`)
  assert.ok(Math.abs(v1! + 0.4) < 1e-12 && Math.abs(v2! - 0.4) < 1e-12)
})

it('collisions that are not elastic keep momentum and lose energy, or make it', () => {
  const state = Float64Array.of(0.43, 0.5, 0.4, 0, 0.57, 0.5, -0.2, 0, 0.1, 0.1, 0, 0)
  for (const restitution of [0, 0.5, 1.2]) {
    const after = step(billiardDynamics(restitution), state, [0])
    assert.ok(Math.abs(after[2]! + after[6]! - 0.2) < 1e-12)
    assert.ok(Math.abs(after[6]! - after[2]! - 0.6 * restitution) < 1e-12)
    assert.is(energyOf(after) > energyOf(state), restitution > 1)
  }
})

it('a glancing blow turns only the part along the line of centres', () => {
  const state = Float64Array.of(0.4, 0.5, 0.3, 0.3, 0.525, 0.5, 0, 0, 0.1, 0.1, 0, 0)
  const after = step(billiard, state, [0])
  const momentum = (axis: number) => after[2 + axis]! + after[6 + axis]!
  assert.ok(Math.abs(momentum(0) - 0.3) < 1e-12 && Math.abs(momentum(1) - 0.3) < 1e-12)
  assert.ok(after[6]! > 0.2 && after[2]! < 0.1)
})

it('energy is kept, no disc enters another or leaves the table', () => {
  fc.assert(
    fc.property(aStart, fc.integer({min: 1, max: 200}), (state, steps) => {
      const after = played(state, steps)
      assert.ok(Math.abs(energyOf(after) - energyOf(state)) < 1e-9)
      assert.ok(
        gaps(after).every((gap) => gap > -1e-9),
        `${gaps(after)}`,
      )
      for (let at = 0; at < 12; at += 4) {
        for (const place of [after[at]!, after[at + 1]!]) {
          assert.ok(place >= DISC_RADIUS - 1e-9 && place <= 1 - DISC_RADIUS + 1e-9)
        }
      }
    }),
    {numRuns: 100},
  )
})

it('time runs backwards as well', () => {
  fc.assert(
    fc.property(aStart, (state) => {
      const turned = (values: Float64Array) => values.map((value, at) => (at % 4 < 2 ? value : -value))
      const back = turned(played(turned(played(state, 20)), 20))
      for (const [at, value] of back.entries()) assert.ok(Math.abs(value - state[at]!) < 1e-6, `${at}`)
    }),
    {numRuns: 50},
  )
})

it('a mirrored table plays the mirrored game', () => {
  fc.assert(
    fc.property(aStart, (state) => {
      const mirror = (values: Float64Array) =>
        values.map((value, at) => (at % 4 === 0 ? 1 - value : at % 4 === 2 ? -value : value))
      const [one, other] = [mirror(played(state, 20)), played(mirror(state), 20)]
      for (const [at, value] of one.entries()) assert.ok(Math.abs(value - other[at]!) < 1e-6)
    }),
    {numRuns: 50},
  )
})

it('starts apart, is no task, and comes back from its world state', async () => {
  for (let seed = 0; seed < 200; seed++) {
    const {state, goal} = billiard.reset(seedStream(`apart|${seed}`), 'default')
    assert.ok(gaps(state).every((gap) => gap > 0))
    assert.equal(decodeState(billiard, JSON.parse(JSON.stringify(encodeState(billiard, {state, goal, step: 2})))), {
      state,
      goal,
      step: 2,
    })
  }
  assert.is(ENVIRONMENTS.has('billiard'), false)
  await throwsCode(() => environmentOf('billiard'), 'env_unknown')
  await throwsCode(() => billiard.reset(seedStream('x'), 'crowded'), 'invalid_input')
  assert.is(rulesOf('billiard').key, 'billiard@1')
})

it('numbers that are none end the step instead of hanging it', () => {
  assert.ok(step(billiard, new Float64Array(12).fill(Number.NaN), [0]).every(Number.isNaN))
  step(billiard, new Float64Array(12).fill(0.5), [0])
  step(
    billiard,
    [...Array(12)].map((_, at) => (at % 4 < 2 ? 0.5 : 1e300)),
    [0],
  )
})

it.run()
