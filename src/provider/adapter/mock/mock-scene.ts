import {record} from '#contract/json'
import {sha256} from '#digest/sha256'
import {ENVIRONMENTS} from '#world/environments'
import {decodeState, encodeState} from '#world/model/scene'
import type {SceneEntry, WorldState} from '#world/model/world-state'
import type {PredictRequest} from '../../model/provider.ts'

/**
 * The state `steps` later: `move_to` jumps, `spawn_object` adds a thing, `control` adds its numbers to the state as `mockRollout` does,
 * all else leaves the scene alone. Physics is not its trade.
 */
export function mockNext({world_state, action, steps}: PredictRequest): WorldState {
  const step = world_state.step + steps
  const next = {...world_state, step}
  if (action.type === 'control') return withAdded(next, action.parameters, steps)
  if (action.type === 'move_to') return withMoved(next, action.parameters)
  if (action.type === 'spawn_object') return withSpawned(next, action.parameters)
  return next
}

type Parameters = PredictRequest['action']['parameters']

/** Only in a world whose rules are known by name can numbers be told from objects. */
function withAdded(state: WorldState, parameters: Parameters, steps: number): WorldState {
  const rules = record(state.metadata['environment'])
  const environment = ENVIRONMENTS.get(String(rules?.['id']))
  const u = parameters['u']
  if (!environment || !Array.isArray(u)) return state
  const now = decodeState(environment, state)
  const moved = now.state.map((value, at) => value + steps * (typeof u[at] === 'number' ? u[at] : 0))
  return encodeState(environment, {...now, state: moved}, state)
}

/** The named object, else the first by id; a scene without it stays as it is. */
function withMoved(state: WorldState, parameters: Parameters): WorldState {
  const objects = state.scene?.objects ?? {}
  const named = parameters['object_id']
  const id = typeof named === 'string' ? named : Object.keys(objects).sort()[0]
  const object = id !== undefined && Object.hasOwn(objects, id) ? objects[id] : undefined
  const position = positionOf(parameters['target'])
  if (object === undefined || position === undefined) return state
  return withObject(state, {...object, pose: {...object.pose, position}})
}

/** The id comes from name, position and step, so that equal calls give equal scenes. */
function withSpawned(state: WorldState, parameters: Parameters): WorldState {
  const name = typeof parameters['name'] === 'string' ? parameters['name'] : 'object'
  const position = positionOf(parameters['position']) ?? {x: 0, y: 0.5, z: 0}
  const key = sha256(JSON.stringify([name, position.x, position.y, position.z, state.step]))
  const id = `object-${key.slice(7, 19)}`
  return withObject(state, {id, name, pose: {position, rotation: {w: 1, x: 0, y: 0, z: 0}}, metadata: {}})
}

function withObject(state: WorldState, entry: SceneEntry): WorldState {
  return {...state, scene: {...state.scene, objects: {...state.scene?.objects, [entry.id]: entry}}}
}

function positionOf(value: unknown): {x: number; y: number; z: number} | undefined {
  const {x, y, z} = record(value) ?? {}
  return typeof x === 'number' && typeof y === 'number' && typeof z === 'number' ? {x, y, z} : undefined
}
