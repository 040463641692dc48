import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {ENVIRONMENTS, environmentOf} from '#world/environments'
import {decodeState, encodeState} from '#world/scene'
import type {WorldState} from '#world/world-state'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('world/scene')
const twoRoom = environmentOf('two-room')
const START = {state: Float64Array.of(0.2, 0.3), goal: Float64Array.of(0.8, 0.7), step: 4}
const finite = fc.double({min: -1e3, max: 1e3, noNaN: true}).map((value) => value + 0)

it('a situation comes back from its world state exactly, also through JSON', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ENVIRONMENTS.values()),
      fc.array(finite, {minLength: 9, maxLength: 9}),
      fc.nat(),
      (environment, values, step) => {
        const fixed = environment.layout.read({position: () => ({x: 0, y: 0}), metadata: () => 0}).goal
        const isFree = environment.id !== 'pendulum' && environment.id !== 'cart-pole'
        const state = Float64Array.from(values.slice(0, environment.stateSize), (value) => value || 0)
        const goal = isFree
          ? Float64Array.from(values.slice(5, 5 + environment.goalSize), (value) => value || 0)
          : Float64Array.from(fixed)
        const world = JSON.parse(JSON.stringify(encodeState(environment, {state, goal, step})))
        assert.equal(decodeState(environment, world), {state, goal, step})
      },
    ),
  )
})

it('names the rules and hides no vector', () => {
  const world = encodeState(twoRoom, START)
  assert.equal(world.metadata, {environment: {id: 'two-room', version: 1, dt: 1, action_block: 3}})
  assert.equal(Object.keys(world.scene?.objects ?? {}), ['walker', 'goal'])
})

it('keeps what it does not own: name, other objects, rotation, history', () => {
  const cup = {id: 'cup', pose: {position: {x: 1, y: 2, z: 3}}}
  const before = encodeState(twoRoom, START)
  const rotation = {w: 0, x: 1, y: 0, z: 0}
  const walker = {...before.scene!.objects['walker']!, pose: {position: {x: 0.2, y: 0.3, z: 0}, rotation}}
  const base: WorldState = {
    ...before,
    name: 'mine',
    history: [{step: 1}],
    scene: {objects: {...before.scene!.objects, walker, cup}},
  }
  const after = encodeState(twoRoom, {...START, state: Float64Array.of(0.26, 0.3), step: 5}, base)
  assert.is(after.name, 'mine')
  assert.equal(after.history, [{step: 1}])
  assert.equal(after.scene?.objects['cup'], cup)
  assert.equal(after.scene?.objects['walker']?.pose, {position: {x: 0.26, y: 0.3, z: 0}, rotation})
  assert.equal(base.scene?.objects['walker']?.pose.position, {x: 0.2, y: 0.3, z: 0})
})

it('refuses a state of another environment or version, or one that lacks a field', async () => {
  const world = encodeState(twoRoom, START)
  const {goal, ...noGoal} = world.scene!.objects
  const hostile = [
    {...world, metadata: {environment: {id: 'pendulum', version: 1}}},
    {...world, metadata: {environment: {id: 'two-room', version: 2}}},
    {...world, scene: {objects: noGoal}},
    {...world, scene: undefined},
    {
      ...world,
      scene: {
        objects: {...world.scene!.objects, walker: {id: 'walker', pose: {position: {x: Number.NaN, y: 0, z: 0}}}},
      },
    },
    'two-room',
  ]
  for (const value of hostile) await throwsCode(() => decodeState(twoRoom, value), 'world_state_invalid')
  assert.ok(goal)
})

it('refuses a joint without an angle, and says whose fault it is', async () => {
  const pendulum = environmentOf('pendulum')
  const world = encodeState(pendulum, {state: Float64Array.of(1, 2), goal: new Float64Array(2), step: 0})
  const bob = {...world.scene!.objects['bob']!, metadata: {joint: {velocity: 0}}}
  const error = await throwsCode(
    () => decodeState(pendulum, {...world, scene: {objects: {bob}}}, 'provider'),
    'world_state_invalid',
  )
  assert.match(error.message, 'bob.metadata.joint.angle')
  assert.is(error.exit, 'unavailable')
})

it.run()
