import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import {ENVIRONMENTS, environmentOf} from '#world/environments'
import {step} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {holdActions, rollOut} from '#world/model/rollout'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('world/environments')
const EVERY = [...ENVIRONMENTS.values()]

const ANCHORS: readonly [id: string, steps: number, state: number[], action: number[], next: number[]][] = [
  ['double-integrator', 10, [0, 0, 0, 0], [1, -0.5], [0.5, -0.25, 1, -0.5]],
  ['pendulum', 1, [1, 0], [0], [1.03155516193, 0.631103238606]],
  ['cart-pole', 1, [0, 0, 0.05, 0], [0], [0, -0.000715747826, 0.05, 0.0157661558]],
  ['two-room', 1, [0.46, 0.3], [1, 0], [0.52, 0.3]],
  ['two-room', 1, [0.46, 0.5], [1, 0], [0.48, 0.5]],
  ['push-block', 1, [-0.06, 0, 0, 0, 0], [1, 0], [-0.04, 0, 0.01, 0, 0]],
  ['push-block', 1, [-0.06, 0.02, 0, 0, 0], [1, 0], [-0.04, 0.02, 0.00901964617, -0.00236186701, -0.0474702896]],
]

/** The printed anchors have at least nine digits. */
function near(actual: number, expected: number): boolean {
  return Math.abs(actual - expected) <= 5e-9 * Math.max(Math.abs(expected), 1e-2)
}

function startOf(environment: Environment, episode: number, stratum: string = environment.strata[0]) {
  const key: EpisodeKey = {seed: 42, environment: environment.key, stratum, episode}
  return environment.reset(seedStream(episodeLabel(key, 'reset')), stratum)
}

const anEnvironment = fc.constantFrom(...EVERY)

for (const [id, steps, state, action, next] of ANCHORS) {
  it(`${id} moves (${state}) by (${action}) to the published state`, () => {
    let now: Float64Array = Float64Array.from(state)
    for (let count = 0; count < steps; count++) now = step(environmentOf(id), now, action)
    for (const [entry, value] of next.entries())
      assert.ok(near(now[entry] ?? Number.NaN, value), `entry ${entry}: ${now[entry]}`)
  })
}

it('two-room starts its first episode at the published place', () => {
  const {state, goal} = startOf(environmentOf('two-room'), 0)
  assert.equal(
    [...state].map((value) => value.toFixed(9)),
    ['0.577928616', '0.590662235'],
  )
  assert.equal(
    [...goal].map((value) => value.toFixed(9)),
    ['0.374714619', '0.339470982'],
  )
})

it('the same seed gives the same episode, another episode another start', () => {
  for (const environment of EVERY) {
    for (const stratum of environment.strata) {
      assert.equal(startOf(environment, 3, stratum), startOf(environment, 3, stratum))
      assert.not.equal(startOf(environment, 3, stratum), startOf(environment, 4, stratum))
    }
  }
})

it('an episode does not start solved, cart-pole apart, whose success must be held', () => {
  for (const environment of EVERY.filter(({successMode}) => successMode === 'any')) {
    for (let episode = 0; episode < 50; episode++) {
      const {state, goal} = startOf(environment, episode)
      assert.is(environment.success(state, goal), false, `${environment.id} ${episode}`)
      assert.ok(environment.cost(state, goal) > 0)
    }
  }
})

it('a state or action that is not a number is never a success', () => {
  for (const environment of EVERY) {
    const {state, goal} = startOf(environment, 0)
    const broken = step(environment, state, new Array(environment.actionSize).fill(Number.NaN))
    assert.is(environment.success(new Float64Array(environment.stateSize).fill(Number.NaN), goal), false)
    assert.is(environment.success([], goal), false)
    assert.ok(broken.some(Number.isNaN), environment.id)
  }
})

it('actions beyond the range count as its ends', () => {
  for (const environment of EVERY) {
    const {state} = startOf(environment, 1)
    const wild = new Array(environment.actionSize).fill(1e9)
    assert.equal(
      step(environment, state, wild),
      step(
        environment,
        state,
        wild.map(() => 1),
      ),
      environment.id,
    )
  }
})

it('a step changes neither the state nor the action it was given', () => {
  for (const environment of EVERY) {
    const {state} = startOf(environment, 2)
    const [before, action] = [state.slice(), new Float64Array(environment.actionSize).fill(0.5)]
    step(environment, state, action)
    assert.equal(state, before)
    assert.ok(action.every((value) => value === 0.5))
  }
})

it('a rollout in a batch is bit for bit what single steps give', () => {
  fc.assert(
    fc.property(
      anEnvironment,
      fc.integer({min: 0, max: 99}),
      fc.array(fc.double({min: -1.5, max: 1.5, noNaN: true}), {minLength: 24, maxLength: 24}),
      (environment, episode, values) => {
        const {state} = startOf(environment, episode)
        const steps = 24 / (2 * environment.actionSize)
        const path = rollOut(environment, {states: state, actions: values, samples: 2, steps})
        for (let sample = 0, at = 0; sample < 2; sample++) {
          let now: Float64Array = state
          for (let count = 0; count < steps; count++, at += environment.stateSize) {
            const from = (sample * steps + count) * environment.actionSize
            now = step(environment, now, values.slice(from, from + environment.actionSize))
            assert.equal([...path.slice(at, at + environment.stateSize)], [...now])
          }
        }
      },
    ),
    {numRuns: 50},
  )
})

it('holding a plan repeats each entry as a whole', () => {
  assert.equal([...holdActions([1, 2, 3, 4], 2, 3)], [1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4])
})

it('the reference effort of a body at rest is full force half of the way', () => {
  assert.is(environmentOf('double-integrator').reference?.of([0, 0, 0, 0], [1, 0.2]), 20)
})

it('an unknown environment or stratum is refused with the known ones', async () => {
  const error = await throwsCode(() => environmentOf('no-such-world'), 'env_unknown')
  assert.match(error.hint, 'two-room')
  for (const environment of EVERY) await throwsCode(() => startOf(environment, 0, 'nowhere'), 'invalid_input')
  await throwsCode(() => environmentOf('constructor'), 'env_unknown')
})

it.run()
