import {record} from '#contract/json'
import {AssayError} from '#error/assay-error'
import {type Clock, elapsedMs, timestamp} from '#random/clock'
import {seedStream} from '#random/stream'
import {Action} from '#world/model/action'
import {planActions} from '#world/planner/plan-actions'
import {Tensor} from '#world/tensor/tensor'
import {type CallOptions, checkCallOptions} from '../model/call-options.ts'
import {type CheckedPlan, checkPlan, infoWithGoal, type PlanRequest, type PlanResult} from './action-plan.ts'
import type {PlanLibrary} from './plan-library.ts'
import {searchOf} from './plan-search.ts'
import {type PlanStep, planTrace} from './plan-trace.ts'

export interface ActionPlanContext {
  readonly library: PlanLibrary
  readonly clock: Clock
}

/** What one way of planning came to, before it is told. */
type Found = Omit<PlanResult, 'provider' | 'mode' | 'wall_ms' | 'metadata'> & {
  readonly steps: readonly PlanStep[]
  readonly how?: Pick<PlanResult['metadata'], 'preset' | 'config' | 'seed' | 'policy_provider'>
}

/** Plans with providers: searches with one that predicts or scores, or lets a policy act, with or without one that scores what it proposes. */
export async function makePlan(
  request: PlanRequest,
  options: CallOptions,
  ports: ActionPlanContext,
): Promise<PlanResult> {
  checkCallOptions(options)
  const {library, clock} = ports
  const plan = checkPlan(request, library.profileOf(request.provider).capabilities)
  const [startedNs, startedAt] = [clock.monotonicNs(), timestamp(clock.nowMs())]
  const work = {predict: planBySearch, score: planBySearch, policy: planByPolicy, 'policy+score': planByProposals}
  const {steps, how = {}, ...found} = await work[plan.mode](plan, options, ports)
  return {
    provider: plan.provider,
    mode: plan.mode,
    ...found,
    wall_ms: elapsedMs(clock, startedNs),
    metadata: {
      planning_mode: plan.mode,
      goal: plan.goal.kind,
      ...how,
      workflow_trace: planTrace(steps, {startedAt, workflowId: 'plan', name: 'Plan'}),
    },
  }
}

async function planBySearch(
  plan: CheckedPlan,
  options: CallOptions,
  {library, clock}: ActionPlanContext,
): Promise<Found> {
  const {provider, mode, seed, budget} = plan
  const {preset, config, actionSize, evaluate} = searchOf(plan, await library.describe(provider), {library, options})
  const stream = seedStream(`assay/1|${seed}|${provider}|plan|${mode}`)
  const {signal = new AbortController().signal} = options
  const search = {config, actionSize, stream, evaluate, clock, signal, ...(budget && {budget})}
  const found = await planActions(search)
  return {
    actions: Array.from({length: config.horizon}, (_, entry) =>
      Action.control(Array.from(found.actions.subarray(entry * actionSize, (entry + 1) * actionSize))),
    ),
    best_score: found.best_score,
    lower_is_better: found.lower_is_better,
    candidate_count: found.candidates,
    calls: found.calls,
    model_evals: found.candidates * config.horizon * config.action_block,
    stop_reason: found.stop_reason,
    steps: found.trace.map(({ms = 0}) => ({operation: mode === 'score' ? 'score' : 'predict', provider, ms})),
    how: {preset, config, seed},
  }
}

async function planByPolicy(plan: CheckedPlan, options: CallOptions, ports: ActionPlanContext): Promise<Found> {
  const {actions, step} = await proposalsOf(plan, plan.provider, options, ports)
  const [first = []] = actions
  const unscored = {best_score: null, lower_is_better: null, stop_reason: 'policy'} as const
  return {actions: first, ...unscored, candidate_count: actions.length, calls: 1, model_evals: 0, steps: [step]}
}

async function planByProposals(plan: CheckedPlan, options: CallOptions, ports: ActionPlanContext): Promise<Found> {
  const {provider, policyProvider = '', info = {}, goal} = plan
  const told = infoWithGoal(info, goal)
  const {actions, step} = await proposalsOf(plan, policyProvider, options, ports)
  const action_candidates = candidatesOf(actions)
  const begunNs = ports.clock.monotonicNs()
  const scored = await ports.library.score({info: told, action_candidates}, provider, options)
  return {
    actions: actions[scored.best_index] ?? [],
    best_score: scored.best_score,
    lower_is_better: scored.lower_is_better,
    candidate_count: actions.length,
    calls: 2,
    model_evals: actions.length * (action_candidates.shape[2] ?? 0),
    stop_reason: 'policy',
    steps: [step, {operation: 'score', provider, ms: elapsedMs(ports.clock, begunNs)}],
    how: {policy_provider: policyProvider},
  }
}

async function proposalsOf(
  {info = {}, translator}: CheckedPlan,
  provider: string,
  options: CallOptions,
  {library, clock}: ActionPlanContext,
): Promise<{actions: readonly (readonly Action[])[]; step: PlanStep}> {
  if (!translator) throw new AssayError('translator_missing', 'planning with a policy needs an action translator')
  const begunNs = clock.monotonicNs()
  const {action_candidates} = await library.policy({info}, provider, {...options, translator})
  return {actions: action_candidates, step: {operation: 'policy', provider, ms: elapsedMs(clock, begunNs)}}
}

/** Proposals as numbers `[1, samples, horizon, axes]`. Throws `invalid_candidates` where they are none, or of several lengths. */
function candidatesOf(proposals: readonly (readonly Action[])[]): Tensor {
  const rows = proposals.map((actions) => actions.map(numbersOf))
  const [horizon, axes] = [rows[0]?.length ?? 0, rows[0]?.[0]?.length ?? 0]
  const isEven = rows.every((actions) => actions.length === horizon && actions.every((row) => row.length === axes))
  if (!isEven || axes === 0)
    throw new AssayError(
      'invalid_candidates',
      'the proposals of the policy are not equally many equally long actions',
      {
        hint: 'Let the translator emit control or latent actions, and candidates of one length.',
      },
    )
  return Tensor.of('float64', [1, rows.length, horizon, axes], rows.flat(2))
}

function numbersOf({type, parameters}: Action): readonly number[] {
  const values = record(parameters)?.[type === 'latent' ? 'values' : 'u']
  return Array.isArray(values) && values.every((value) => typeof value === 'number') ? values : []
}
