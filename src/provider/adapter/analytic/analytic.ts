import {seedStream} from '#random/stream'
import type {Environment, Start} from '#world/environment'
import {EXPERTS} from '#world/experts'
import {modelObjective} from '#world/planner/objective'
import {planActions} from '#world/planner/plan-actions'
import {planShape, presetConfig} from '#world/planner/presets'
import {Tensor} from '#world/tensor'
import {ANALYTIC} from '../../builtin-profiles.ts'
import type {PolicyAnswer, PolicyRequest, Provider} from '../../provider.ts'
import {digestValue} from '../../request-values.ts'
import {modelProvider} from './model-provider.ts'
import {environmentFor, startIn} from './situation.ts'

/** The exact environments as a provider: true dynamics, true cost and a policy that is known to be good. */
export const analytic: Provider = {
  ...modelProvider(ANALYTIC, (environment) => environment),
  policy: (request, {signal}) => oracle(request, signal),
}

/** Raw actions `{u: [entries, actionSize]}`: one from the expert where there is one, else the plan of the exact-model planner. */
function oracle({info}: PolicyRequest, signal: AbortSignal): PolicyAnswer | Promise<PolicyAnswer> {
  const environment = environmentFor(info['environment'])
  const start = startIn(info, environment)
  const expert = EXPERTS.get(environment.id)
  if (expert !== undefined) return answerOf(environment, expert(start.state, start.goal))
  return planned(environment, start, {signal, label: `assay/1|${digestValue(info)}|analytic|policy|plan`})
}

function planned(
  environment: Environment,
  start: Start,
  call: {signal: AbortSignal; label: string},
): Promise<PolicyAnswer> {
  const evaluate = modelObjective({environment, model: environment, start, block: environment.block})
  const config = presetConfig('standard', planShape(environment))
  const {actionSize} = environment
  const request = {config, actionSize, evaluate, stream: seedStream(call.label), signal: call.signal}
  return planActions(request).then((plan) => answerOf(environment, plan.actions))
}

function answerOf({actionSize}: Environment, values: ArrayLike<number>): PolicyAnswer {
  const entries = values.length / actionSize
  const u = Tensor.of('float64', [entries, actionSize], values)
  return {raw_actions: {u}, action_horizon: entries, metadata: {evidence_class: 'synthetic'}}
}
