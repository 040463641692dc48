import {at} from './planar.ts'
import {rollOut} from './rollout.ts'
import type {Solid} from './solid.ts'

/** What cannot have become of a state. `teleport`: as far away as it really went, the other way. `vanish`: gone, and back where and as it was last seen. */
export type Trick = 'teleport' | 'vanish' | 'pass-through'

/** What really came of `before` after so many `steps` under one `action` held. */
export interface ObservedMotion {
  readonly before: Float64Array
  readonly after: Float64Array
  readonly action: ArrayLike<number>
  readonly steps: number
}

/** What the trick would show instead. `pass-through` goes on as if nothing solid were there; throws, our mistake, without a solid. */
export function trickedState(
  trick: Trick,
  {before, after, action, steps}: ObservedMotion,
  solid: Solid | undefined,
): Float64Array {
  if (trick === 'vanish') return before.slice()
  if (trick === 'teleport') return before.map((value, entry) => 2 * value - at(after, entry))
  if (!solid) throw new Error('there is nothing to pass through')
  const held = Float64Array.from({length: steps * action.length}, (_, entry) => at(action, entry % action.length))
  return rollOut(solid.without, {states: before, actions: held, samples: 1, steps}).slice(-before.length)
}
