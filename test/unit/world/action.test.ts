import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {codeOf} from '#error/assay-error'
import {ENVIRONMENTS, environmentOf} from '#world/environments'
import {Action, checkAction, checkSteps, controlOf} from '#world/model/action'
import {checkGoal} from '#world/model/goal'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('world/action')

const BAD_ACTIONS: readonly [why: string, value: unknown][] = [
  ['nothing', undefined],
  ['a text', 'move'],
  ['a list', []],
  ['no type and no kind', {}],
  ['parameters only, as a kind that is no object', {parameters: 4}],
  ['two keys and no type', {move_to: {}, noop: {}}],
  ['a third key', {type: 'noop', parameters: {}, when: 'now'}],
  ['a type that is no text', {type: 4, parameters: {}}],
  ['a type that is no name', {type: '../x', parameters: {}}],
  ['parameters that are a list', {type: 'noop', parameters: []}],
  ['NaN', {type: 'custom', parameters: {x: Number.NaN}}],
  ['control without values', {type: 'control', parameters: {}}],
  ['control with an empty list', {type: 'control', parameters: {u: []}}],
  ['control with a text', {type: 'control', parameters: {u: ['1']}}],
  ['move_to without a target', {move_to: {}}],
  ['move_to with half a target', {move_to: {target: {x: 1, y: 2}}}],
  ['move_to backwards in speed', {move_to: {target: {x: 1, y: 2, z: 0}, speed: -1}}],
]

const BAD_GOALS: readonly [why: string, value: unknown][] = [
  ['nothing', undefined],
  ['an unknown kind', {kind: 'win'}],
  ['an inherited kind', {kind: 'constructor'}],
  ['a key of another kind', {kind: 'swap_objects', a: 'x', b: 'y', position: {x: 0, y: 0, z: 0}}],
  ['half a position', {kind: 'object_at', object_id: 'cup', position: {x: 0}}],
  ['an empty name', {kind: 'spawn_object', name: ''}],
  ['an offset of two', {kind: 'object_near', object_id: 'a', reference_id: 'b', offset: [0, 1]}],
  ['infinity', {kind: 'state_at', state: [Number.POSITIVE_INFINITY]}],
  ['no tolerance at all', {kind: 'state_at', state: [1], tolerance: 0}],
  ['fields that are a list', {kind: 'observation', fields: []}],
]

for (const [why, value] of BAD_ACTIONS) {
  it(`refuses an action with ${why}`, async () => {
    await throwsCode(() => checkAction(value), 'invalid_input')
  })
}

for (const [why, value] of BAD_GOALS) {
  it(`refuses a goal with ${why}`, async () => {
    await throwsCode(() => checkGoal(value), 'invalid_input')
  })
}

it('a goal in free text is refused by its own code', async () => {
  await throwsCode(() => checkGoal('bring me the cup'), 'goal_not_structured')
})

it('goals come with their defaults', () => {
  assert.equal(checkGoal({kind: 'object_near', object_id: 'a', reference_id: 'b'}), {
    kind: 'object_near',
    object_id: 'a',
    reference_id: 'b',
    offset: [0.1, 0, 0],
    tolerance: 0.05,
  })
  assert.equal(checkGoal({kind: 'spawn_object', name: 'cup'}), {kind: 'spawn_object', name: 'cup', tolerance: 0.05})
})

it('makers give the documented form, and both spellings of move_to are one', () => {
  assert.equal(Action.move_to(1, 2, 3), {type: 'move_to', parameters: {target: {x: 1, y: 2, z: 3}, speed: 1}})
  assert.equal(Action.moveTo(1, 2, 3, {speed: 0.5, objectId: 'cup'}).parameters, {
    target: {x: 1, y: 2, z: 3},
    speed: 0.5,
    object_id: 'cup',
  })
  assert.equal(Action.spawnObject('cup').parameters['position'], {x: 0, y: 0.5, z: 0})
  assert.equal(Action.noop(), {type: 'noop', parameters: {}})
  assert.equal(Action.latent([1]), {type: 'latent', parameters: {values: [1]}})
})

it('makers refuse what the check refuses', async () => {
  await throwsCode(() => Action.moveTo(Number.NaN, 0, 0), 'invalid_input')
  await throwsCode(() => Action.control([]), 'invalid_input')
  await throwsCode(() => Action.of('a b'), 'invalid_input')
})

it('the single-key form means the same, and later changes of the caller’s value do not reach it', () => {
  const given = {move_to: {target: {x: 1, y: 2, z: 3}}}
  const action = checkAction(given)
  given.move_to.target.x = 9
  assert.equal(action, {type: 'move_to', parameters: {target: {x: 1, y: 2, z: 3}}})
})

it('anything else is refused with a code, never with a foreign error', () => {
  const anything = fc.anything({withNullPrototype: true, withBigInt: true, withDate: true})
  fc.assert(
    fc.property(fc.constantFrom(checkAction, checkGoal, checkSteps), anything, (check, value) => {
      try {
        check(value)
      } catch (error) {
        assert.ok(['invalid_input', 'goal_not_structured'].includes(codeOf(error) ?? ''), String(error))
      }
    }),
    {numRuns: 500},
  )
})

it('control reaches the environment as given, noop as zeros', () => {
  for (const environment of ENVIRONMENTS.values()) {
    const state = new Float64Array(environment.stateSize)
    const u = new Array<number>(environment.actionSize).fill(0.25)
    assert.equal(controlOf(environment, state, Action.control(u)), u)
    assert.equal(
      controlOf(environment, state, Action.noop()),
      u.map(() => 0),
    )
  }
})

it('move_to is a bounded servo, never a jump', () => {
  assert.equal(
    controlOf(environmentOf('two-room'), [0.2, 0.2], Action.moveTo(0.9, 0.23, 0)).map((u) => u.toFixed(6)),
    ['1.000000', '0.500000'],
  )
  assert.equal(controlOf(environmentOf('push-block'), [0, 0, 1, 1, 0], Action.moveTo(-1, 0.01, 0)), [-1, 0.5])
  assert.equal(controlOf(environmentOf('two-room'), [0.2, 0.2], Action.moveTo(0.9, 0.2, 0, {speed: 0.5})), [0.5, 0])
})

it('actions an environment does not take are refused before anything moves', async () => {
  const pendulum = environmentOf('pendulum')
  await throwsCode(() => controlOf(pendulum, [0, 0], Action.moveTo(0, 0, 0)), 'invalid_input')
  await throwsCode(() => controlOf(pendulum, [0, 0], Action.control([0, 0])), 'invalid_input')
  await throwsCode(() => controlOf(pendulum, [0, 0], Action.latent([0])), 'invalid_input')
  await throwsCode(() => controlOf(environmentOf('cart-pole'), [0, 0, 0, 0], Action.moveTo(0, 0, 0)), 'invalid_input')
})

it('steps are whole numbers from 1 to 100 000', async () => {
  assert.is(checkSteps(100_000), 100_000)
  for (const steps of [0, 1.5, '2', -1, 100_001, Number.NaN, null])
    await throwsCode(() => checkSteps(steps), 'invalid_input')
})

it.run()
