import type {Stream} from '#random/stream'
import type {Dynamics} from '#world/model/dynamics'
import type {Environment, ShiftedWorld} from '#world/model/environment'
import type {Situation} from '#world/model/situation'
import type {PlannerConfig} from '#world/planner/config'
import {modelObjective} from '#world/planner/objective'
import type {Controller} from './controller.ts'
import {makeExpertController, makePlanningController} from './make-controller.ts'

/** A floor: the same planner over a model in which nothing ever moves. */
export function makeFrozenController(environment: Environment, config: PlannerConfig, stream: Stream): Controller {
  const {stateSize, actionSize} = environment
  return makeLocalController(environment, {stateSize, actionSize, advance: () => undefined}, config, stream)
}

/** A floor: no command at all. */
export function makeIdleController({actionSize}: Pick<Environment, 'actionSize'>): Controller {
  return {decide: async () => ({kind: 'act', actions: new Float64Array(actionSize), modelEvals: 0})}
}

/** The ceiling: a known expert, else the same planner over the exact rules. */
export function makeOracleController(environment: Environment, config: PlannerConfig, stream: Stream): Controller {
  const {expert} = environment
  if (expert) return makeExpertController(({state, goal}) => expert(state, goal))
  return makeLocalController(environment, environment, config, stream)
}

/** The ceiling of a shifted world: who knows it, its true state and what is under way, and plans over its own rules. */
export function makeShiftedOracle(
  environment: Environment,
  {environment: shifted, ahead, expert}: ShiftedWorld,
  {config, stream}: {readonly config: PlannerConfig; readonly stream: Stream},
): Controller {
  if (expert) return makeExpertController(({state, goal}) => expert(state, goal))
  // Where commands are late the rules themselves are as ever; only the state to plan from is another.
  const planner = makeLocalController(environment, ahead ? environment : shifted, config, stream)
  if (!ahead) return planner
  return {decide: (now, signal) => planner.decide({...now, state: ahead(now.state)}, signal)}
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
