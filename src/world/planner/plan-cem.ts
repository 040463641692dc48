import {AssayError} from '#error/assay-error'
import {ProviderBudgetExceededError, ProviderError} from '#error/provider-error'
import type {Stream} from '#random/stream'
import {
  type Candidates,
  type Evaluate,
  type Plan,
  type PlanBudget,
  type PlanIteration,
  type Scores,
  shiftMean,
} from './candidates.ts'
import {type CemState, drawCandidates, keepBest, norm, rankCandidates, refit, startCem} from './cem.ts'
import type {PlannerConfig} from './config.ts'

export interface CemRequest {
  readonly config: PlannerConfig
  readonly actionSize: number
  readonly evaluate: Evaluate
  /** All randomness of the plan; an episode keeps one stream over all its plans. */
  readonly stream: Stream
  /** The plan before this one, for a warm start where the configuration asks for it. */
  readonly previous?: Pick<Plan, 'mean'> | undefined
  readonly budget?: PlanBudget
  readonly signal: AbortSignal
}

/**
 * Plans by the cross-entropy method: draw candidates, have them scored, move to the elites, again. Same stream and scores, same plan.
 * Throws `budget_exceeded` when nothing could be evaluated, `contract_violation` for unusable scores, `cancelled` on abort.
 * Source: Rubinstein and Kroese, The Cross-Entropy Method, 2004.
 */
export async function planCem(request: CemRequest): Promise<Plan> {
  const {config, actionSize} = request
  const size = config.horizon * actionSize
  const warm = request.previous && config.warm_start
  const state = startCem(
    config,
    warm ? shiftMean(request.previous.mean, config.execute_k, actionSize) : new Float64Array(size),
  )
  const values = new Float64Array(config.num_samples * size)
  const candidates = {values, samples: config.num_samples, horizon: config.horizon, actionSize}
  const trace: PlanIteration[] = []
  let direction: boolean | undefined
  while (trace.length < config.num_iterations && isAffordable(request, trace.length)) {
    drawCandidates(state, config, request.stream, candidates)
    const answer = await scored(request, candidates)
    if (direction !== undefined && direction !== answer.lower_is_better)
      throw violation('the direction of scores changed between iterations')
    direction = answer.lower_is_better
    const calls = trace.length + 1
    trace.push({
      iteration: calls,
      calls,
      candidates: calls * config.num_samples,
      ...learn(state, config, values, answer),
    })
  }
  return planOf(state, trace, config, direction ?? true)
}

function isAffordable({budget, config}: CemRequest, done: number): boolean {
  const {max_calls = Number.POSITIVE_INFINITY, max_candidates = Number.POSITIVE_INFINITY} = budget ?? {}
  const affordable = done + 1 <= max_calls && (done + 1) * config.num_samples <= max_candidates
  if (!affordable && done === 0) {
    const [limit, unit] = max_calls < 1 ? [max_calls, 'calls'] : [max_candidates, 'candidates']
    throw new ProviderBudgetExceededError(
      'the planning budget allows no evaluation',
      {dimension: 'calls', limit, spent: 0},
      {detail: {unit}},
    )
  }
  return affordable
}

async function scored({evaluate, signal}: CemRequest, candidates: Candidates): Promise<Scores> {
  if (signal.aborted) throw new AssayError('cancelled', 'planning was cancelled', {cause: signal.reason})
  const answer = await evaluate(candidates, signal)
  const {scores} = answer
  if (scores.length !== candidates.samples)
    throw violation(`${candidates.samples} candidates got ${scores.length} scores`)
  for (let index = 0; index < scores.length; index++) {
    if (!Number.isFinite(scores[index])) throw violation('a score is not finite')
  }
  return answer
}

type Learned = Omit<PlanIteration, 'iteration' | 'calls' | 'candidates'>

function learn(
  state: CemState,
  config: PlannerConfig,
  values: Float64Array,
  {scores, lower_is_better}: Scores,
): Learned {
  const sign = lower_is_better ? 1 : -1
  const keys = Float64Array.from(scores, (score) => sign * score)
  const elites = rankCandidates(keys).slice(0, config.num_elites)
  const key = (rank: number) => keys[elites[rank] ?? 0] ?? Number.NaN
  keepBest(state, values, elites[0] ?? 0, key(0))
  const mean_shift = refit(state, config, values, elites)
  return {
    best: sign * key(0),
    mean_elite: (sign * elites.reduce((sum, elite) => sum + (keys[elite] ?? 0), 0)) / elites.length,
    worst_elite: sign * key(elites.length - 1),
    mean_shift,
    std_norm: norm(state.std),
    best_ever: sign * state.bestKey,
  }
}

function planOf(
  state: CemState,
  trace: readonly PlanIteration[],
  config: PlannerConfig,
  lower_is_better: boolean,
): Plan {
  const last = trace.at(-1)
  return {
    actions: config.returns === 'best' ? state.best : state.mean.slice(),
    best_score: last?.best_ever ?? Number.NaN,
    lower_is_better,
    calls: trace.length,
    candidates: last?.candidates ?? 0,
    stop_reason: trace.length < config.num_iterations ? 'evaluation_budget' : 'iterations',
    trace,
    mean: state.mean,
  }
}

function violation(message: string): ProviderError {
  return new ProviderError('contract_violation', message)
}
