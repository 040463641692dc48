import {seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {holdActions} from '#world/model/rollout'
import type {Start} from '#world/model/situation'
import {modelObjective} from '#world/planner/objective'
import {planActions} from '#world/planner/plan-actions'
import {planShape, presetConfig} from '#world/planner/presets'
import {Tensor} from '#world/tensor/tensor'
import {ANALYTIC} from '../../catalogue/builtin-profiles.ts'
import type {PolicyAnswer, PolicyRequest, Provider} from '../../model/provider.ts'
import {digestValue} from '../../model/value-check.ts'
import {environmentFor, modelProvider, startIn} from './model-provider.ts'

/** The exact environments as a provider: true dynamics, true cost and a policy that is known to be good. */
export const analytic: Provider = {
  ...modelProvider(ANALYTIC, (environment) => environment),
  policy: (request, {signal}) => oracle(request, signal),
}

/**
 * Raw actions `{u: [entries, actionSize]}`: one from the expert where there is one, else the plan of the exact-model planner. For who runs each
 * for `action_block` steps and says so, it is as much of the plan as runs before the planner would plan anew.
 */
function oracle({info}: PolicyRequest, signal: AbortSignal): PolicyAnswer | Promise<PolicyAnswer> {
  const environment = environmentFor(info['environment'])
  const start = startIn(info, environment)
  const {expert} = environment
  if (expert !== undefined) return answerOf(environment, expert(start.state, start.goal))
  const {action_block: block} = info
  const label = `assay/1|${digestValue(info)}|analytic|policy|plan`
  const plan = planned(environment, start, {signal, label})
  return plan.then((actions) =>
    answerOf(environment, block === undefined ? actions : begun(environment, actions, block)),
  )
}

async function planned(
  environment: Environment,
  start: Start,
  {signal, label}: {signal: AbortSignal; label: string},
): Promise<Float64Array> {
  const evaluate = modelObjective({environment, model: environment, start, block: environment.block})
  const config = presetConfig('standard', planShape(environment))
  const {actionSize} = environment
  return (await planActions({config, actionSize, evaluate, stream: seedStream(label), signal})).actions
}

/** The entries that run before the next plan, in pieces of `block` steps: one that is held for two steps is two of one step. */
function begun({block, execute, actionSize}: Environment, actions: Float64Array, piece: unknown): Float64Array {
  const times = typeof piece === 'number' && block % piece === 0 ? block / piece : 1
  return holdActions(actions.subarray(0, execute * actionSize), actionSize, times)
}

function answerOf({actionSize}: Environment, values: ArrayLike<number>): PolicyAnswer {
  const entries = values.length / actionSize
  const u = Tensor.of('float64', [entries, actionSize], values)
  return {raw_actions: {u}, action_horizon: entries, metadata: {evidence_class: 'synthetic'}}
}
