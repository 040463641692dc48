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
