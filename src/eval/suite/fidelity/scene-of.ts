import type {Stream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {encodeState} from '#world/model/scene'
import type {Start} from '#world/model/situation'
import type {WorldState} from '#world/model/world-state'
import {drawColour, painted} from '../../kit/painted.ts'

/** One scene of so many is at a step that lies so many times beyond the budget of an episode: whoever steps further counts on. */
const LATE_EACH = 4
const LATE = 10

/** One scene of so many has colours. */
const PAINTED_EACH = 4

/** A state as a scene, at any step, with its objects in any order and in any colours: none of these says anything of what comes next. */
export function sceneOf(environment: Environment, {state, goal}: Start, stream: Stream): WorldState {
  const most = environment.stepBudget * (stream.int(LATE_EACH) === 0 ? LATE : 1)
  const plain = encodeState(environment, {state, goal, step: stream.int(most)})
  const world = stream.int(PAINTED_EACH) === 0 ? painted(plain, () => drawColour(stream)) : plain
  if (world.scene === undefined || stream.int(2) === 0) return world
  const objects = Object.fromEntries(Object.entries(world.scene.objects).toReversed())
  return {...world, scene: {...world.scene, objects}}
}
