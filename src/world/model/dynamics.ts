/**
 * How a state moves: the true rules of an environment, or a model of them that may be wrong.
 * Shapes: a state is `stateSize` numbers, an action `actionSize` numbers clamped to [-1, 1].
 */
export interface Dynamics {
  readonly stateSize: number
  readonly actionSize: number
  /** One environment step, in place: the state at `states[at]` under the action at `actions[from]`. Flat arrays, for speed. */
  advance(states: Float64Array, at: number, actions: ArrayLike<number>, from: number): void
  /** Advances many states at once, for models that are faster so; bit for bit what `advance` gives one by one. */
  advanceMany?(states: Float64Array, actions: ArrayLike<number>, rows: Rows): void
}

/** States and actions of a batch: row `i` is the state at `at + i * stateStride` under the action at `from + i * actionStride`. */
export interface Rows {
  readonly count: number
  readonly at: number
  readonly stateStride: number
  readonly from: number
  readonly actionStride: number
}

/** One step as a new array; the given state stays. */
export function step(dynamics: Dynamics, state: ArrayLike<number>, action: ArrayLike<number>): Float64Array {
  const next = Float64Array.from(state)
  dynamics.advance(next, 0, action, 0)
  return next
}

/** A value brought into [low, high]; NaN stays NaN. */
export function clip(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}
