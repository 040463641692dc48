import {cos, sin} from '../../math/trigonometry.ts'
import {at} from '../../model/planar.ts'
import {box, disc} from '../../picture/shapes.ts'
import type {View} from '../../picture/view.ts'
import {HALF_WIDTH} from './pushing.ts'

/** Pusher and block from above. */
export const pushBlockView: View = {
  low: -0.4,
  high: 0.4,
  shapes(state, goal) {
    const angle = at(state, 4)
    return [
      disc('goal', at(goal, 0), at(goal, 1), 0.02),
      {...box('other', at(state, 2), at(state, 3), [HALF_WIDTH, HALF_WIDTH]), sin: sin(angle), cos: cos(angle)},
      disc('actuated', at(state, 0), at(state, 1), 0.015),
    ]
  },
  readout: {of: ({0: x = 0, 1: y = 0, 2: block_x = 0, 3: block_y = 0}) => ({x, y, block_x, block_y}), stride: 3},
}
