import {cos, sin} from '../math/trigonometry.ts'
import type {Environment} from '../model/environment.ts'
import {at} from '../model/planar.ts'
import type {Layer, Picture, Shape} from '../picture/raster.ts'
import {billiard, DISC_RADIUS, DISCS} from './billiard/billiard.ts'
import {DOOR, type Door} from './two-room/door.ts'
import {LEFT_LIP, RIGHT_LIP} from './two-room/geodesic.ts'

type Values = ArrayLike<number>
type View = {readonly low: number; readonly high: number; shapes(state: Values, goal: Values, door: Door): Shape[]}

/** What each environment looks like. Sizes are for the eye: two-room and the integrator move points, which nobody could see. */
const VIEWS: Readonly<Record<string, View>> = {
  'double-integrator': {
    low: -2,
    high: 2,
    shapes: (state, goal) => [
      disc('goal', at(goal, 0), at(goal, 1), 0.15),
      disc('actuated', at(state, 0), at(state, 1), 0.12),
    ],
  },
  pendulum: {
    low: -1.3,
    high: 1.3,
    shapes(state) {
      const [s, c] = [sin(at(state, 0)), cos(at(state, 0))]
      // The rod lies along its own y axis, which leans to the right by the angle.
      return [
        disc('goal', 0, 1, 0.18),
        {...box('other', 0.5 * s, 0.5 * c, [0.05, 0.5]), sin: -s, cos: c},
        disc('actuated', s, c, 0.14),
      ]
    },
  },
  'cart-pole': {
    low: -2.6,
    high: 2.6,
    shapes(state) {
      const [x, s, c] = [at(state, 0), sin(at(state, 2)), cos(at(state, 2))]
      return [
        box('wall', 0, -0.2, [2.4, 0.05]),
        disc('goal', 0, 1, 0.2),
        {...box('other', x + 0.5 * s, 0.5 * c, [0.06, 0.5]), sin: -s, cos: c},
        box('actuated', x, 0, [0.3, 0.15]),
      ]
    },
  },
  'two-room': {
    low: 0,
    high: 1,
    shapes: (state, goal, {low, high}) => [
      box('wall', (LEFT_LIP + RIGHT_LIP) / 2, low / 2, [0.02, low / 2]),
      box('wall', (LEFT_LIP + RIGHT_LIP) / 2, (1 + high) / 2, [0.02, (1 - high) / 2]),
      disc('goal', at(goal, 0), at(goal, 1), 0.04),
      disc('actuated', at(state, 0), at(state, 1), 0.03),
    ],
  },
  'push-block': {
    low: -0.4,
    high: 0.4,
    shapes(state, goal) {
      const angle = at(state, 4)
      return [
        disc('goal', at(goal, 0), at(goal, 1), 0.02),
        {...box('other', at(state, 2), at(state, 3), [0.05, 0.05]), sin: sin(angle), cos: cos(angle)},
        disc('actuated', at(state, 0), at(state, 1), 0.015),
      ]
    },
  },
  [billiard.id]: {
    low: 0,
    high: 1,
    shapes: (state) =>
      Array.from({length: DISCS}, (_, index) =>
        disc(index === 0 ? 'actuated' : 'other', at(state, 4 * index), at(state, 4 * index + 1), DISC_RADIUS),
      ),
  },
}

/** What a state and goal of an environment look like; rasterise it for pixels. Throws for an environment without a view, our mistake. */
export function pictureOf({id, door = DOOR}: Pick<Environment, 'id' | 'door'>, state: Values, goal: Values): Picture {
  const view = VIEWS[id]
  if (!view) throw new Error(`environment ${id} has no view`)
  return {low: view.low, high: view.high, shapes: view.shapes(state, goal, door)}
}

function disc(layer: Layer, x: number, y: number, radius: number): Shape {
  return {kind: 'disc', layer, x, y, radius}
}

function box(layer: Layer, x: number, y: number, [halfWidth, halfHeight]: readonly [number, number]): Shape {
  return {kind: 'box', layer, x, y, halfWidth, halfHeight, sin: 0, cos: 1}
}
