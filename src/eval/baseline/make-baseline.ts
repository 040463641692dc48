import type {Stream} from '#random/stream'
import type {Dynamics, Environment, Situation} from '#world/environment'
import {EXPERTS} from '#world/experts'
import type {PlannerConfig} from '#world/planner/config'
import {modelObjective} from '#world/planner/objective'
import type {Controller} from '../measure/controller.ts'
import {makeExpertController, makePlanningController} from '../measure/make-controller.ts'

/** A floor: the same planner over a model in which nothing ever moves. */
export function makeFrozenController(environment: Environment, config: PlannerConfig, stream: Stream): Controller {
  const {stateSize, actionSize} = environment
  return makeLocalController(environment, {stateSize, actionSize, advance: () => undefined}, config, stream)
}

/** The ceiling: a known expert, else the same planner over the exact rules. */
export function makeOracleController(environment: Environment, config: PlannerConfig, stream: Stream): Controller {
  const expert = EXPERTS.get(environment.id)
  if (expert) return makeExpertController(({state, goal}) => expert(state, goal))
  return makeLocalController(environment, environment, config, stream)
}

function makeLocalController(
  environment: Environment,
  model: Dynamics,
  config: PlannerConfig,
  stream: Stream,
): Controller {
  const evaluateIn = (start: Situation) => modelObjective({environment, model, start, block: config.action_block})
  return makePlanningController({environment, config, stream, evaluateIn})
}
