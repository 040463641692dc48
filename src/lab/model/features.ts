import {TOP_SPEED} from '#world/environment/pendulum/pendulum'
import {POINT_STEP} from '#world/environment/two-room/floor-plan'
import {cos, sin} from '#world/math/trigonometry'
import {at} from '#world/model/planar'

/** How an environment's numbers become a network's, and back. Inputs lie near [-1, 1]; outputs are changes over `scale`. */
export interface Features {
  readonly inputs: number
  /** Unit of each state entry's change. */
  readonly scale: readonly number[]
  /** Writes the inputs of a state and a clamped action. */
  write(state: Float64Array, action: Float64Array, into: Float64Array): void
}

/** What the learned model looks at, by environment id. */
export const FEATURES: Readonly<Record<string, Features>> = {
  'two-room': {
    inputs: 4,
    scale: [POINT_STEP, POINT_STEP],
    write(state, action, into) {
      into[0] = 2 * at(state, 0) - 1
      into[1] = 2 * at(state, 1) - 1
      into[2] = at(action, 0)
      into[3] = at(action, 1)
    },
  },
  pendulum: {
    inputs: 4,
    scale: [0.2, 1],
    write(state, action, into) {
      into[0] = sin(at(state, 0))
      into[1] = cos(at(state, 0))
      into[2] = at(state, 1) / TOP_SPEED
      into[3] = at(action, 0)
    },
  },
}
