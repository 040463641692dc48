import type {PlannerConfig} from './config.ts'

/** Action candidates, flat in C order: shape `[samples, horizon, actionSize]`. The array is reused: whoever keeps it copies it. */
export interface Candidates {
  readonly values: Float64Array
  readonly samples: number
  readonly horizon: number
  readonly actionSize: number
}

/** One finite score a candidate, and which end is good. */
export interface Scores {
  readonly scores: ArrayLike<number>
  readonly lower_is_better: boolean
}

/** What the planner optimises: a provider's scores, or costs of predicted states. The planner knows nothing else of the world. */
export type Evaluate = (candidates: Candidates, signal: AbortSignal) => Scores | Promise<Scores>

/** How much evaluation one plan may use; checked before each call. */
export interface PlanBudget {
  readonly max_calls?: number
  readonly max_candidates?: number
  /** Needs a clock. What is under way when it ends is finished. */
  readonly max_ms?: number
}

/** How one iteration went, in the scores' own unit and direction. Std and shift are Euclidean norms over the plan. */
export interface PlanIteration {
  readonly iteration: number
  readonly calls: number
  readonly candidates: number
  readonly best: number
  readonly mean_elite: number
  readonly worst_elite: number
  readonly mean_shift: number
  readonly std_norm: number
  readonly best_ever: number
  /** Wall time of the iteration; only where the caller gave a clock. */
  readonly ms?: number
}

/** A plan, flat `[horizon, actionSize]`, and how it came about. `mean` is where a warm start continues. */
export interface Plan {
  readonly actions: Float64Array
  /** Score of the best candidate ever seen. With `returns: mean` it belongs to that candidate, not to `actions`. */
  readonly best_score: number
  readonly lower_is_better: boolean
  readonly calls: number
  readonly candidates: number
  readonly stop_reason: 'iterations' | 'evaluation_budget' | 'deadline'
  readonly trace: readonly PlanIteration[]
  readonly mean: Float64Array
  /** Elites of the last iteration that the next plan tries first. */
  readonly kept: Float64Array
}

/** What is left of a plan after `executed` entries of it ran: the rest moved to the front, then zeros. */
export function shiftPlan(plan: Float64Array, executed: number, actionSize: number): Float64Array {
  const shifted = new Float64Array(plan.length)
  shifted.set(plan.subarray(executed * actionSize))
  return shifted
}

/** What a search knows: a Gaussian a plan entry, and the best candidate so far (lower `key` is better, whatever the scores mean). */
export interface Search {
  readonly mean: Float64Array
  readonly std: Float64Array
  readonly best: Float64Array
  /** Elites that are candidates again, `[keep_elites, horizon, actionSize]`; empty before there are any. */
  kept: Float64Array
  bestKey: number
}

/** Where the plan before this one in the same episode ended. */
export interface Before {
  readonly mean: Float64Array
  readonly kept?: Float64Array
}

/** A search that knows nothing yet, or what is left of the plan before it after `execute_k` of its entries ran. */
export function startSearch(config: PlannerConfig, actionSize: number, before?: Before): Search {
  const size = config.horizon * actionSize
  const warm = config.warm_start ? before : undefined
  const mean = warm ? shiftPlan(warm.mean, config.execute_k, actionSize) : new Float64Array(size)
  const kept = (warm?.kept ?? new Float64Array()).slice()
  for (let at = 0; at < kept.length; at += size) {
    kept.set(shiftPlan(kept.subarray(at, at + size), config.execute_k, actionSize), at)
  }
  const std = new Float64Array(size).fill(config.init_std)
  return {mean, std, best: mean.slice(), kept, bestKey: Number.POSITIVE_INFINITY}
}

/** Indices of the `count` best candidates, best first; equal keys keep their order. Keys must be numbers. */
export function bestCandidates(keys: Float64Array, count: number): number[] {
  const best: number[] = []
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? Number.NaN
    let place = best.length
    if (place === count && key >= (keys[best[count - 1] ?? 0] ?? Number.NaN)) continue
    while (place > 0 && key < (keys[best[place - 1] ?? 0] ?? Number.NaN)) place--
    if (best.length === count) best.pop()
    best.splice(place, 0, index)
  }
  return best
}

/** Keeps the candidate if it is better than every one before. */
export function keepBest(search: Search, values: Float64Array, index: number, key: number): void {
  if (key >= search.bestKey) return
  const size = search.mean.length
  search.bestKey = key
  search.best.set(values.subarray(index * size, (index + 1) * size))
}

/** Keeps the first `count` of the elites, to be candidates again. */
export function keepElites(search: Search, values: Float64Array, elites: readonly number[], count: number): void {
  const size = search.mean.length
  if (search.kept.length !== count * size) search.kept = new Float64Array(count * size)
  for (const [at, elite] of elites.slice(0, count).entries()) {
    search.kept.set(values.subarray(elite * size, (elite + 1) * size), at * size)
  }
}

/** Euclidean norm. */
export function norm(values: Float64Array): number {
  let squares = 0
  for (const value of values) squares += value * value
  return Math.sqrt(squares)
}
