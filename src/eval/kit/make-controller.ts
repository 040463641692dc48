import type {Stream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import type {Past, Situation} from '#world/model/situation'
import type {Evaluate, Plan} from '#world/planner/candidates'
import type {PlannerConfig} from '#world/planner/config'
import {planActions} from '#world/planner/plan-actions'
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
