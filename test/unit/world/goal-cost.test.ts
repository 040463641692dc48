import * as assert from 'uvu/assert'
import {checkGoal} from '#world/model/goal'
import {costToGoal} from '#world/model/goal-cost'
import type {WorldState} from '#world/model/world-state'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('cost to a goal')

function worldOf(places: Readonly<Record<string, readonly [number, number, number]>>): WorldState {
  const entries = Object.entries(places).map(([id, [x, y, z]]) => [id, {id, pose: {position: {x, y, z}}}])
  const scene = {objects: Object.fromEntries(entries)}
  return {schema_version: 1, id: 'w', name: 'w', provider: 'host', step: 0, metadata: {}, scene}
}

const START = worldOf({cup: [0, 0, 0], box: [3, 4, 0]})

function cost(goal: object, world: WorldState): number {
  return costToGoal(checkGoal(goal), START, undefined)(world)
}

it('is metres in space, from where an object is to where it should be', () => {
  const goal = {kind: 'object_at', object_id: 'cup', position: {x: 2, y: 3, z: 6}}
  assert.is(cost(goal, START), 7)
  assert.is(cost(goal, worldOf({cup: [2, 3, 6]})), 0)
})

it('follows the reference of what should be near it', () => {
  const goal = {kind: 'object_near', object_id: 'cup', reference_id: 'box', offset: [0, 0, 1]}
  assert.is(cost(goal, worldOf({cup: [0, 0, 1], box: [3, 4, 0]})), 5)
  assert.is(cost(goal, worldOf({cup: [7, 7, 8], box: [7, 7, 7]})), 0)
})

it('asks both objects of a swap for the place that the other one had', () => {
  const goal = {kind: 'swap_objects', a: 'cup', b: 'box'}
  assert.is(cost(goal, START), 10)
  assert.is(cost(goal, worldOf({cup: [3, 4, 0], box: [0, 0, 0]})), 0)
})

it('calls a prediction that lost the object invalid, and a goal without one', async () => {
  const goal = {kind: 'object_at', object_id: 'cup', position: {x: 0, y: 0, z: 0}}
  await throwsCode(() => Promise.resolve().then(() => cost(goal, worldOf({}))), 'world_state_invalid')
  const nobody = {...goal, object_id: 'toString'}
  await throwsCode(() => Promise.resolve().then(() => cost(nobody, START)), 'invalid_input')
})

it.run()
