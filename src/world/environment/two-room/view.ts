import {at} from '../../model/planar.ts'
import {box, disc} from '../../picture/shapes.ts'
import type {View} from '../../picture/view.ts'
import {type Door, WALL} from './floor-plan.ts'

/** Both rooms from above, with the wall open at `door`. Larger than they are: what moves is a point, which nobody could see. */
export function viewOf({low, high}: Door): View {
  return {
    low: 0,
    high: 1,
    shapes: (state, goal) => [
      box('wall', WALL, low / 2, [0.02, low / 2]),
      box('wall', WALL, (1 + high) / 2, [0.02, (1 - high) / 2]),
      disc('goal', at(goal, 0), at(goal, 1), 0.04),
      disc('actuated', at(state, 0), at(state, 1), 0.03),
    ],
    readout: {of: ({0: x = 0, 1: y = 0}) => ({x, y}), stride: 3},
  }
}
