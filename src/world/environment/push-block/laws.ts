import type {Laws} from '../../model/laws.ts'
import {at} from '../../model/planar.ts'

/** Up and down are mirror images. A pusher that goes away leaves the block alone. */
export const pushBlockLaws: Laws = {
  mirror: {
    state: (state) => [at(state, 0), -at(state, 1), at(state, 2), -at(state, 3), -at(state, 4)],
    goal: (goal) => [at(goal, 0), -at(goal, 1)],
    action: (action) => [at(action, 0), -at(action, 1)],
  },
  atRest: (state) => Array.from(state),
  untouched: {
    entries: [2, 3, 4],
    away: (state) => [Math.sign(at(state, 0) - at(state, 2)), Math.sign(at(state, 1) - at(state, 3))],
  },
}
