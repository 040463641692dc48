import {finite, record} from '#contract/json'
import {WorldStateError} from '#error/provider-error'
import type {Environment} from './environment.ts'
import type {SceneObject, SceneReader} from './layout.ts'
import type {Situation} from './situation.ts'
import {checkWorldState, type SceneEntry, type WorldState} from './world-state.ts'

const UPRIGHT = {w: 1, x: 0, y: 0, z: 0}

/**
 * A situation as a world state: objects with positions, and the rules by name. Inverse of `decodeState`. What else `base` holds (id, name,
 * other objects, history) stays.
 */
export function encodeState(
  environment: Environment,
  {state, goal, step}: Situation,
  base: WorldState = blank(environment),
): WorldState {
  const {id, version, dt, block} = environment
  const written = environment.layout.write(state, goal).map((object) => entryOf(object, base.scene?.objects[object.id]))
  return {
    ...base,
    step,
    metadata: {...base.metadata, environment: {id, version, dt, action_block: block}},
    scene: {
      ...base.scene,
      objects: {...base.scene?.objects, ...Object.fromEntries(written.map((entry) => [entry.id, entry]))},
    },
  }
}

/**
 * State, goal and step of a world state of this environment. Checks the whole value first. Throws `world_state_invalid` for another
 * environment or version, and for a missing or non-finite field.
 */
export function decodeState(
  environment: Environment,
  value: unknown,
  origin: 'caller' | 'provider' = 'caller',
): Situation {
  const world = checkWorldState(value, origin)
  const rules = record(world.metadata['environment'])
  if (rules && (rules['id'] !== environment.id || rules['version'] !== environment.version)) {
    throw new WorldStateError(`world state does not belong to ${environment.key}`, origin)
  }
  const {state, goal} = environment.layout.read(new Reader(world, origin))
  return {state: Float64Array.from(state), goal: Float64Array.from(goal), step: world.step}
}

class Reader implements SceneReader {
  readonly #world: WorldState
  readonly #origin: 'caller' | 'provider'

  constructor(world: WorldState, origin: 'caller' | 'provider') {
    this.#world = world
    this.#origin = origin
  }

  position(object: string) {
    return this.#entry(object).pose.position
  }

  metadata(object: string, path: readonly string[]): number {
    let found: unknown = this.#entry(object).metadata
    for (const key of path) found = record(found)?.[key]
    const number = finite(found)
    if (number === undefined) throw this.#missing(`${object}.metadata.${path.join('.')}`)
    return number
  }

  #entry(object: string): SceneEntry {
    const objects = this.#world.scene?.objects ?? {}
    const entry = Object.hasOwn(objects, object) ? objects[object] : undefined
    if (!entry) throw this.#missing(object)
    return entry
  }

  #missing(what: string): WorldStateError {
    return new WorldStateError(`world state lacks ${what}`, this.#origin)
  }
}

function entryOf({id, x, y, metadata}: SceneObject, before: SceneEntry | undefined): SceneEntry {
  return {
    name: id,
    ...before,
    id,
    pose: {rotation: UPRIGHT, ...before?.pose, position: {x, y, z: 0}},
    metadata: {...before?.metadata, ...metadata},
  }
}

function blank({id}: Environment): WorldState {
  return {schema_version: 1, id, name: id, provider: 'analytic', step: 0, metadata: {}}
}
