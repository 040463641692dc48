import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {ENVIRONMENTS, environmentOf} from '#world/environments'
import type {Environment} from '#world/model/environment'
import {decodeState, encodeState} from '#world/model/scene'
import type {WorldState} from '#world/model/world-state'
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

/** What the environment itself reads of a world: `walker`, `bob/joint/angle`. */
function fieldsOf(environment: Environment): string[] {
  const read = new Set<string>()
  environment.layout.read({
    position: (object) => {
      read.add(`${object}/pose/position/x`).add(`${object}/pose/position/y`)
      return {x: 0, y: 0}
    },
    metadata: (object, path) => {
      read.add([object, 'metadata', ...path].join('/'))
      return 0
    },
  })
  return [...read]
}

/** The world with one field of its scene set to `value`, or taken away where that is undefined. */
function spoiled(world: WorldState, field: string, value: unknown): unknown {
  const copy = structuredClone(world) as unknown as {scene: {objects: Record<string, unknown>}}
  const path = field.split('/')
  const last = path.pop() ?? ''
  let place: Record<string, unknown> = copy.scene.objects
  for (const key of path) place = place[key] as Record<string, unknown>
  if (value === undefined) delete place[last]
  else place[last] = value
  return copy
}

for (const environment of ENVIRONMENTS.values()) {
  it(`every field that ${environment.id} reads must be there and be a finite number`, async () => {
    const {stateSize, goalSize} = environment
    const world = encodeState(environment, {
      state: new Float64Array(stateSize),
      goal: new Float64Array(goalSize),
      step: 0,
    })
    const fields = fieldsOf(environment)
    assert.ok(fields.length >= stateSize)
    for (const field of fields) {
      decodeState(environment, spoiled(world, field, 0.5))
      for (const value of [undefined, null, '0.5', [0.5], {}, true, Number.NaN, Number.NEGATIVE_INFINITY]) {
        await throwsCode(() => decodeState(environment, spoiled(world, field, value)), 'world_state_invalid')
      }
      const [object = ''] = field.split('/')
      for (const value of [undefined, null, 7, {}, {id: object}]) {
        await throwsCode(() => decodeState(environment, spoiled(world, object, value)), 'world_state_invalid')
      }
    }
  })
}

it('rotation and bounding box are for viewers: whatever they say, the state is the same', () => {
  for (const environment of ENVIRONMENTS.values()) {
    const situation = {
      state: new Float64Array(environment.stateSize).fill(0.25),
      goal: new Float64Array(environment.goalSize).fill(
        environment.goalSize === 2 && environment.stateSize !== 2 ? 0.5 : 0,
      ),
      step: 1,
    }
    const world = encodeState(environment, situation)
    const [object = ''] = Object.keys(world.scene?.objects ?? {})
    const turned = spoiled(world, `${object}/pose/rotation`, {w: 0, x: 0, y: 1, z: 0})
    const boxed = spoiled(turned as WorldState, `${object}/bbox`, {min: 'none', max: null})
    assert.equal(decodeState(environment, boxed), decodeState(environment, world))
  }
})

it.run()
