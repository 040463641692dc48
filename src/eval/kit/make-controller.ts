import type {Stream} from '#random/stream'
import type {Dynamics} from '#world/model/dynamics'
import type {Environment, ShiftedWorld} from '#world/model/environment'
import type {Past, Situation} from '#world/model/situation'
import type {PlannerConfig} from '#world/planner/config'
import {modelObjective, stillObjective} from '#world/planner/objective'
import {planActions} from '#world/planner/plan-actions'
import type {Evaluate, Plan} from '#world/planner/search'
import type {Controller} from './controller.ts'

export interface PlanningSettings {
  readonly environment: Environment
  readonly config: PlannerConfig
  readonly stream: Stream
  /** What scores candidates in a situation: the model under trial. */
  evaluateIn(now: Situation): Evaluate
  /** Model steps one episode may use; a plan that would exceed them is not begun, never shortened. */
  readonly maxModelEvals?: number | undefined
}

/** Plans anew after every `execute_k` entries, each time starting from the shifted plan before. */
export function makePlanningController(settings: PlanningSettings): Controller {
  const {environment, config, stream, maxModelEvals = Number.POSITIVE_INFINITY} = settings
  const {actionSize} = environment
  const evalsOf = (candidates: number) => candidates * config.horizon * config.action_block
  let previous: Plan | undefined
  let spent = 0
  return {
    async decide(now, signal) {
      if (spent + evalsOf(config.num_samples * config.num_iterations) > maxModelEvals) return {kind: 'spent'}
      previous = await planActions({config, actionSize, stream, previous, evaluate: settings.evaluateIn(now), signal})
      const modelEvals = evalsOf(previous.candidates)
      spent += modelEvals
      return {kind: 'act', actions: previous.actions.subarray(0, config.execute_k * actionSize), modelEvals}
    },
  }
}

/** A floor: uniform actions that look at nothing. */
export function makeRandomController({actionSize}: Environment, stream: Stream): Controller {
  return {
    async decide() {
      const actions = Float64Array.from({length: actionSize}, () => 2 * stream.uniform() - 1)
      return {kind: 'act', actions, modelEvals: 0}
    },
  }
}

/** A controller that sees the world only roughly: Gaussian, `noise` of the error scale, drawn anew at each look. */
export function makeBlurredController(
  controller: Controller,
  {sigma}: Pick<Environment, 'sigma'>,
  {noise, stream}: {readonly noise: number; readonly stream: Stream},
): Controller {
  const blurred = (value: number, entry: number) => value + noise * (sigma[entry] ?? 0) * stream.gaussian()
  return {
    decide: (now, signal) => {
      const state = now.state.map(blurred)
      return controller.decide({...now, state, ...(now.past && {past: alongside(now.past, now.state, state)})}, signal)
    },
  }
}

/** What came before, as far off as what is seen now: no draw more is made, and nothing is seen clearly by looking back. */
function alongside({states, actions}: Past, real: Float64Array, seen: Float64Array): Past {
  const off = seen.map((value, entry) => value - (real[entry] ?? 0))
  return {actions, states: states.map((state) => Float64Array.from(state, (value, entry) => value + (off[entry] ?? 0)))}
}

/** A rule that looks at the true state: one plan entry at a time, no model. */
export function makeExpertController(expert: (now: Situation) => ArrayLike<number>): Controller {
  return {
    async decide(now) {
      return {kind: 'act', actions: Float64Array.from(expert(now)), modelEvals: 0}
    },
  }
}

/** A floor: the same planner over a model in which nothing ever moves. */
export function makeFrozenController(environment: Environment, config: PlannerConfig, stream: Stream): Controller {
  const evaluateIn = (start: Situation) => stillObjective({environment, start})
  return makePlanningController({environment, config, stream, evaluateIn})
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
