import {invalidInput} from '#error/assay-error'
import {WorldStateError} from '#error/provider-error'
import type {Environment} from './environment.ts'
import type {Goal} from './goal.ts'
import {decodeState} from './scene.ts'
import type {Vector, WorldState} from './world-state.ts'

/** How far a predicted world is from the goal, 0 at the goal itself. */
export type CostOfWorld = (world: WorldState) => number

/**
 * The cost of a goal seen from `start`: distances in metres, and for `state_at` the cost of the environment that the world names. The
 * result throws `world_state_invalid` for a prediction that lost an object. Throws `invalid_input` for a goal that cannot be held against
 * predicted worlds: an object that is not there, an observation, something that does not exist yet.
 */
export function costToGoal(goal: Goal, start: WorldState, environment: Environment | undefined): CostOfWorld {
  switch (goal.kind) {
    case 'object_at':
      demandObjects(start, goal.object_id)
      return (world) => distance(placeIn(world, goal.object_id), goal.position)
    case 'object_near': {
      demandObjects(start, goal.object_id, goal.reference_id)
      const [x, y, z] = goal.offset
      return (world) => {
        const reference = placeIn(world, goal.reference_id)
        const wanted = {x: reference.x + x, y: reference.y + y, z: reference.z + z}
        return distance(placeIn(world, goal.object_id), wanted)
      }
    }
    case 'swap_objects': {
      demandObjects(start, goal.a, goal.b)
      const [a, b] = [placeIn(start, goal.a), placeIn(start, goal.b)]
      return (world) => distance(placeIn(world, goal.a), b) + distance(placeIn(world, goal.b), a)
    }
    case 'state_at':
      return costOfState(goal.state, environment)
    default:
      throw invalidInput(
        `goal ${goal.kind} cannot be held against predicted worlds`,
        'Use object_at, object_near, swap_objects or state_at, or a provider that scores.',
      )
  }
}

/** Only an environment knows what its numbers mean. */
function costOfState(state: readonly number[], environment: Environment | undefined): CostOfWorld {
  if (!environment) throw invalidInput('goal state_at needs a world state that names its environment')
  if (state.length !== environment.goalSize)
    throw invalidInput(`goal state_at of ${environment.key} takes ${environment.goalSize} numbers`)
  return (world) => environment.cost(decodeState(environment, world, 'provider').state, state)
}

function demandObjects(start: WorldState, ...ids: readonly string[]): void {
  const objects = start.scene?.objects ?? {}
  if (!ids.every((id) => Object.hasOwn(objects, id))) throw invalidInput('goal names an object that the scene lacks')
}

function placeIn(world: WorldState, id: string): Vector {
  const objects = world.scene?.objects ?? {}
  const entry = Object.hasOwn(objects, id) ? objects[id] : undefined
  if (!entry) throw new WorldStateError('predicted world state lacks an object of the goal', 'provider')
  return entry.pose.position
}

function distance(one: Vector, other: Vector): number {
  const [x, y, z] = [one.x - other.x, one.y - other.y, one.z - other.z]
  return Math.sqrt(x * x + y * y + z * z)
}
