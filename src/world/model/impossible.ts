import {pushBlockDynamics} from '../environment/push-block/push-block.ts'
import {LEFT_LIP, RIGHT_LIP} from '../environment/two-room/geodesic.ts'
import {twoRoomDynamics} from '../environment/two-room/two-room.ts'
import type {Dynamics} from './environment.ts'
import {at} from './planar.ts'
import {rollout} from './rollout.ts'

/** Something solid that could be passed through: the rules without it, and the action that leads there soonest. */
export interface Solid {
  readonly without: Dynamics
  headOn(state: ArrayLike<number>): number[]
}

/** What is solid, by environment id. */
export const SOLIDS: ReadonlyMap<string, Solid> = new Map<string, Solid>([
  [
    'two-room',
    {without: twoRoomDynamics(undefined), headOn: (state) => [Math.sign((LEFT_LIP + RIGHT_LIP) / 2 - at(state, 0)), 0]},
  ],
  [
    'push-block',
    {
      without: pushBlockDynamics(undefined),
      headOn(state) {
        const [x, y] = [at(state, 2) - at(state, 0), at(state, 3) - at(state, 1)]
        const most = Math.max(Math.abs(x), Math.abs(y))
        return most === 0 ? [0, 0] : [x / most, y / most]
      },
    },
  ],
])

/** What cannot have become of a state. `teleport`: as far away as it really went, the other way. `vanish`: gone, and back where and as it was last seen. */
export type Trick = 'teleport' | 'vanish' | 'pass-through'

/** What really came of `before` after so many `steps` under one `action` held. */
export interface Course {
  readonly before: Float64Array
  readonly after: Float64Array
  readonly action: ArrayLike<number>
  readonly steps: number
}

/** What the trick would show instead. `pass-through` goes on as if nothing solid were there; throws, our mistake, without a solid. */
export function trickedState(
  trick: Trick,
  {before, after, action, steps}: Course,
  solid: Solid | undefined,
): Float64Array {
  if (trick === 'vanish') return before.slice()
  if (trick === 'teleport') return before.map((value, entry) => 2 * value - at(after, entry))
  if (!solid) throw new Error('there is nothing to pass through')
  const held = Float64Array.from({length: steps * action.length}, (_, entry) => at(action, entry % action.length))
  return rollout(solid.without, {states: before, actions: held, samples: 1, steps}).slice(-before.length)
}
