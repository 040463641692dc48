import type {WorkflowTrace} from '#contract/generated/types'
import {record} from '#contract/json'
import {AssayError} from '#error/assay-error'
import type {Action} from '#world/model/action'
import {checkGoal, type Goal} from '#world/model/goal'
import type {WorldState} from '#world/model/world-state'
import type {PlannerConfig} from '#world/planner/config'
import type {Plan, PlanBudget} from '#world/planner/search'
import type {Fields} from '../model/provider.ts'
import type {ActionTranslator} from '../operation/policy-rules.ts'

/** What chooses the plan: predicted worlds held against the goal, scores, a policy by itself, or scores of what a policy proposes. */
export type PlanMode = 'predict' | 'score' | 'policy' | 'policy+score'

/** A preset and single settings over it; by default `standard` where the environment is known, else `default`. */
export type PlanChoice = Partial<PlannerConfig> & {readonly preset?: string}

/** What to plan. A world state is for providers that predict, `info` for those that score or act. */
export interface PlanRequest {
  /** Structured, such as `{kind: 'object_at', object_id, position}`. */
  readonly goal: unknown
  readonly provider: string
  readonly worldState?: WorldState
  readonly info?: Fields
  /** Proposes candidates that `provider` scores. */
  readonly policyProvider?: string
  readonly translator?: ActionTranslator
  readonly planner?: PlanChoice
  readonly budget?: PlanBudget
  readonly seed?: number
}

/** Actions to execute, and how they were found. Scores are null where a policy acts by itself. */
export interface PlanResult {
  readonly provider: string
  readonly mode: PlanMode
  readonly actions: readonly Action[]
  readonly best_score: number | null
  readonly lower_is_better: boolean | null
  readonly candidate_count: number
  /** Rounds of questions. */
  readonly calls: number
  /** Model steps: candidates times plan entries times the steps each entry is held. */
  readonly model_evals: number
  readonly wall_ms: number
  readonly stop_reason: Plan['stop_reason'] | 'policy'
  readonly metadata: {
    readonly planning_mode: PlanMode
    readonly goal: Goal['kind']
    readonly preset?: string
    readonly config?: PlannerConfig
    readonly seed?: number
    readonly policy_provider?: string
    readonly workflow_trace: WorkflowTrace
  }
}

/** A request whose parts were checked. */
export interface CheckedPlan extends PlanRequest {
  readonly goal: Goal
  readonly mode: PlanMode
  readonly seed: number
}

const KEYS: ReadonlySet<string> = new Set<keyof PlanRequest>([
  'goal',
  'provider',
  'worldState',
  'info',
  'policyProvider',
  'translator',
  'planner',
  'budget',
  'seed',
])

/**
 * The request with its mode, before anybody is asked. Throws `invalid_input`, `goal_not_structured`, `out_of_range`;
 * `translator_missing` where a policy takes part without one, `capability_missing` where the provider cannot be planned with.
 */
export function checkPlan(request: PlanRequest, capabilities: readonly string[]): CheckedPlan {
  const given = record(request) ?? {}
  if (Object.keys(given).some((key) => !KEYS.has(key)))
    throw new AssayError('invalid_input', 'plan request has a key that is not known', {
      hint: `Use ${[...KEYS].join(', ')}.`,
    })
  const {seed = 0, worldState, info} = request
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new AssayError('out_of_range', 'seed must be a whole number of at least 0')
  const goal = checkGoal(request.goal)
  const mode = modeOf(request, capabilities)
  if (mode === 'predict' ? worldState === undefined : info === undefined)
    throw new AssayError('invalid_input', `planning by ${mode} needs ${mode === 'predict' ? 'worldState' : 'info'}`)
  if (mode.startsWith('policy') && typeof request.translator !== 'function')
    throw new AssayError('translator_missing', 'planning with a policy needs an action translator')
  return {...request, goal, mode, seed}
}

function modeOf(
  {provider, policyProvider, worldState, info}: PlanRequest,
  capabilities: readonly string[],
): CheckedPlan['mode'] {
  const can = (capability: string) => capabilities.includes(capability)
  if (policyProvider !== undefined) {
    if (can('score')) return 'policy+score'
  } else if (can('predict') && (worldState !== undefined || info === undefined)) {
    return 'predict'
  } else if (can('score')) {
    return 'score'
  } else if (can('policy')) {
    return 'policy'
  }
  const needed = policyProvider === undefined ? 'predict, score or policy' : 'score'
  throw new AssayError('capability_missing', `${provider} cannot be planned with: it lacks ${needed}`)
}

/** What a score provider is told: `info` with the goal in it. Throws `invalid_input` for goals that speak of objects. */
export function infoWithGoal(info: Fields, goal: Goal): Fields {
  if (goal.kind === 'state_at') return {...info, goal: [...goal.state]}
  if (goal.kind === 'observation') return {...info, ...goal.fields}
  throw new AssayError('invalid_input', `goal ${goal.kind} means nothing to a provider that scores`, {
    hint: 'Use state_at, or observation with the fields that the provider scores by.',
  })
}
