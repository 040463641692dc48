import type {Stream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {paced} from '#world/planner/presets'

/** Steps that a usual plan looks ahead. */
export function stepsAhead({horizon, block}: Pick<Environment, 'horizon' | 'block'>): number {
  return horizon * block
}

/** Plans that look no farther than usual, cut into pieces of `block` steps: as many as a draw says. */
export function ofOtherPace(environment: Environment, block: number, draws: Stream): Environment {
  return paced(environment, {block, horizon: 1 + draws.int(Math.floor(stepsAhead(environment) / block))})
}
