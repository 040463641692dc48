import {pushBlockDynamics, USUAL_FRICTION} from '#world/environment/push-block/dynamics'
import {DOOR, inDoor, twoRoomDynamics} from '#world/environment/two-room/floor-plan'
import {sin} from '#world/math/trigonometry'
import {clip, type Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {after, altered} from '../model/altered.ts'
import {operatorsOf} from './operator.ts'

const {rules} = operatorsOf('geometry')
const WITH_MASS = ['double-integrator', 'pendulum', 'cart-pole']
const TOP = {pendulum: 8, 'double-integrator': 2} as const

/** Walls, weights and what touches, elsewhere or otherwise. */
export const GEOMETRY_OPERATORS = [
  rules({name: 'door-width', magnitudes: [0.002, 0.008, 0.03, 0.08], environments: ['two-room']}, (_, by) =>
    twoRoomDynamics({low: DOOR.low - by, high: DOOR.high + by}),
  ),
  rules({name: 'friction', magnitudes: [0.02, 0.06, 0.2, 0.45], environments: ['push-block']}, (_, less) =>
    pushBlockDynamics(USUAL_FRICTION - less),
  ),
  rules(
    {name: 'mass', magnitudes: [0.01, 0.04, 0.15, 0.5], environments: WITH_MASS},
    (environment, more) => environment.ofMass?.(1 + more) ?? environment,
  ),
  rules({name: 'spin', magnitudes: [0.01, 0.04, 0.15, 0.5], environments: ['push-block']}, (environment, lost) =>
    altered(environment, (step) => {
      const was = step.before[4] ?? 0
      step.now[step.at + 4] = was + (1 - lost) * (after(step, 4) - was)
    }),
  ),
  rules({name: 'door-shift', magnitudes: [0.002, 0.008, 0.03, 0.08], environments: ['two-room']}, (_, by) =>
    twoRoomDynamics({low: DOOR.low + by, high: DOOR.high + by}),
  ),
  rules({name: 'thick-wall', magnitudes: [0.001, 0.004, 0.015, 0.05], environments: ['two-room']}, thickWall),
  rules({name: 'smaller-room', magnitudes: [0.003, 0.01, 0.03, 0.1], environments: ['two-room']}, (environment, by) =>
    altered(environment, ({now, at}) => {
      for (const entry of [at, at + 1]) now[entry] = clip(now[entry] ?? Number.NaN, 0.02 + by, 0.98 - by)
    }),
  ),
  rules({name: 'gravity', magnitudes: [0.01, 0.04, 0.15, 0.5], environments: ['pendulum']}, (environment, less) =>
    altered(environment, (step) => {
      const pulled = less * 15 * sin(step.before[0] ?? 0) * environment.dt
      step.now[step.at + 1] = after(step, 1) - pulled
      step.now[step.at] = after(step, 0) - pulled * environment.dt
    }),
  ),
  rules(
    {name: 'top-speed', magnitudes: [0.05, 0.15, 0.35, 0.7], environments: Object.keys(TOP)},
    (environment, cut) => {
      const [from, limit] = environment.id === 'pendulum' ? [1, TOP.pendulum] : [2, TOP['double-integrator']]
      return altered(environment, ({now, at}) => {
        for (let entry = at + from; entry < at + environment.stateSize; entry++)
          now[entry] = clip(now[entry] ?? Number.NaN, (cut - 1) * limit, (1 - cut) * limit)
      })
    },
  ),
]

/** Outside the door a body is stopped sooner, on either side. */
function thickWall(environment: Environment, by: number): Dynamics {
  return altered(environment, (step) => {
    const [x, y, was] = [after(step, 0), after(step, 1), step.before[0] ?? Number.NaN]
    if (inDoor(y)) return
    const isLeft = was < 0.5
    step.now[step.at] = isLeft ? Math.min(x, 0.48 - by) : Math.max(x, 0.52 + by)
  })
}
