import {clip, type Dynamics} from '../../model/dynamics.ts'
import {pushedBy} from './pushing.ts'

/** The most the pusher moves in each axis in one step, in metres. */
export const PUSHER_STEP = 0.02
export const USUAL_FRICTION = 0.5
const SUBSTEPS = 4

/** A pusher that moves at most .02 a step, and a square block that slides with friction `friction`; undefined lets the pusher pass through. */
export function pushBlockDynamics(friction: number | undefined): Dynamics {
  const push = friction === undefined ? undefined : {wx: 0, wy: 0, friction}
  return {
    stateSize: 5,
    actionSize: 2,
    advance(states, from, actions, of) {
      const wx = (PUSHER_STEP * clip(actions[of] ?? Number.NaN, -1, 1)) / SUBSTEPS
      const wy = (PUSHER_STEP * clip(actions[of + 1] ?? Number.NaN, -1, 1)) / SUBSTEPS
      if (push) {
        push.wx = wx
        push.wy = wy
      }
      for (let substep = 0; substep < SUBSTEPS; substep++) {
        states[from] = (states[from] ?? Number.NaN) + wx
        states[from + 1] = (states[from + 1] ?? Number.NaN) + wy
        if (push) pushedBy(states, from, push)
      }
    },
  }
}
