import type {Stream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {encodeState} from '#world/model/scene'
import type {Start} from '#world/model/situation'
import type {WorldState} from '#world/model/world-state'

/** A state as a scene, at any step of an episode and with its objects in any order: neither says anything of what comes next. */
export function sceneOf(environment: Environment, {state, goal}: Start, stream: Stream): WorldState {
  const world = encodeState(environment, {state, goal, step: stream.int(environment.stepBudget)})
  if (world.scene === undefined || stream.int(2) === 0) return world
  const objects = Object.fromEntries(Object.entries(world.scene.objects).toReversed())
  return {...world, scene: {...world.scene, objects}}
}
