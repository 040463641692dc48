import {AssayError} from '#error/assay-error'
import {ProviderBudgetExceededError, ProviderError} from '#error/provider-error'
import {type Clock, elapsedMs} from '#random/clock'
import type {Stream} from '#random/stream'
import type {PlannerConfig} from './config.ts'
import {planDraw} from './draws.ts'
import {refit} from './refit.ts'
import {
  type Before,
  bestCandidates,
  type Candidates,
  type Evaluate,
  keepBest,
  keepElites,
  norm,
  type Plan,
  type PlanBudget,
  type PlanIteration,
  type Scores,
  type Search,
  startSearch,
} from './search.ts'

export interface PlannerRequest {
  readonly config: PlannerConfig
  readonly actionSize: number
  readonly evaluate: Evaluate
  /** All randomness of the plan; an episode keeps one stream over all its plans. */
  readonly stream: Stream
  /** The plan before this one, for a warm start where the configuration asks for it. */
  readonly previous?: Before | undefined
  readonly budget?: PlanBudget
  /** For `max_ms` and the times of the trace; plans do not depend on it otherwise. */
  readonly clock?: Pick<Clock, 'monotonicNs'>
  readonly signal: AbortSignal
}

/**
 * Plans by sampling: draw candidates, have them scored, move to the good ones, again. Same stream and scores, same plan.
 * Throws `budget_exceeded` when nothing could be evaluated, `contract_violation` for unusable scores, `cancelled` on abort.
 * Sources: CEM: Rubinstein and Kroese, The Cross-Entropy Method, 2004. iCEM: Pinneri et al., 2020. MPPI: Williams et al., 2017.
 */
export async function planActions(request: PlannerRequest): Promise<Plan> {
  const {config, actionSize, clock} = request
  const search = startSearch(config, actionSize, request.previous)
  const draw = planDraw(config, actionSize)
  const values = new Float64Array(config.num_samples * search.mean.length)
  const candidates = {values, samples: config.num_samples, horizon: config.horizon, actionSize}
  const trace: PlanIteration[] = []
  const startedNs = clock?.monotonicNs() ?? 0n
  let direction: boolean | undefined
  let stop: Plan['stop_reason'] | undefined
  while (trace.length < config.num_iterations) {
    stop = spentBudget(request, trace.length, clock ? elapsedMs(clock, startedNs) : 0)
    if (stop) break
    const iterationNs = clock?.monotonicNs() ?? 0n
    draw(search, request.stream, candidates)
    const answer = await scored(request, candidates)
    if (direction !== undefined && direction !== answer.lower_is_better)
      throw violation('the direction of scores changed between iterations')
    direction = answer.lower_is_better
    const calls = trace.length + 1
    const learned = learn(search, config, values, answer)
    const ms = clock && {ms: elapsedMs(clock, iterationNs)}
    trace.push({iteration: calls, calls, candidates: calls * config.num_samples, ...learned, ...ms})
  }
  return planOf(search, trace, config, {lower_is_better: direction ?? true, stop_reason: stop ?? 'iterations'})
}

/** Which budget forbids another iteration, if one does. */
function spentBudget(
  {budget = {}, config}: PlannerRequest,
  done: number,
  spentMs: number,
): 'evaluation_budget' | 'deadline' | undefined {
  const {max_calls = Number.POSITIVE_INFINITY, max_candidates = Number.POSITIVE_INFINITY, max_ms} = budget
  if (max_ms !== undefined && spentMs >= max_ms) {
    if (done > 0) return 'deadline'
    throw nothingEvaluated({dimension: 'elapsed', limit: max_ms / 1000, spent: spentMs / 1000}, 'seconds')
  }
  if (done + 1 <= max_calls && (done + 1) * config.num_samples <= max_candidates) return undefined
  if (done > 0) return 'evaluation_budget'
  const [limit, unit] = max_calls < 1 ? [max_calls, 'calls'] : [max_candidates, 'candidates']
  throw nothingEvaluated({dimension: 'calls', limit, spent: 0}, unit)
}

function nothingEvaluated(
  budget: {dimension: 'calls' | 'elapsed'; limit: number; spent: number},
  unit: string,
): ProviderBudgetExceededError {
  return new ProviderBudgetExceededError('the planning budget allows no evaluation', budget, {detail: {unit}})
}

async function scored({evaluate, signal}: PlannerRequest, candidates: Candidates): Promise<Scores> {
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
  search: Search,
  config: PlannerConfig,
  values: Float64Array,
  {scores, lower_is_better}: Scores,
): Learned {
  const sign = lower_is_better ? 1 : -1
  const keys = new Float64Array(scores.length)
  for (let index = 0; index < keys.length; index++) keys[index] = sign * (scores[index] ?? Number.NaN)
  const elites = bestCandidates(keys, config.num_elites)
  const key = (rank: number) => keys[elites[rank] ?? 0] ?? Number.NaN
  keepBest(search, values, elites[0] ?? 0, key(0))
  const mean_shift = refit(search, config, {values, elites, keys})
  keepElites(search, values, elites, config.keep_elites ?? 0)
  return {
    best: sign * key(0),
    mean_elite: (sign * elites.reduce((sum, elite) => sum + (keys[elite] ?? 0), 0)) / elites.length,
    worst_elite: sign * key(elites.length - 1),
    mean_shift,
    std_norm: norm(search.std),
    best_ever: sign * search.bestKey,
  }
}

function planOf(
  search: Search,
  trace: readonly PlanIteration[],
  {returns}: PlannerConfig,
  ending: Pick<Plan, 'lower_is_better' | 'stop_reason'>,
): Plan {
  const last = trace.at(-1)
  return {
    actions: returns === 'best' ? search.best : search.mean.slice(),
    best_score: last?.best_ever ?? Number.NaN,
    calls: trace.length,
    candidates: last?.candidates ?? 0,
    ...ending,
    trace,
    mean: search.mean,
    kept: search.kept,
  }
}

function violation(message: string): ProviderError {
  return new ProviderError('contract_violation', message)
}
