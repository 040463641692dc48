import type {JsonObject} from '#contract/json'
import {AssayError} from '#error/assay-error'
import type {Stream} from '#random/stream'
import type {Door} from '../environment/two-room/door.ts'

/** How an action reaches the environment: joint or force values, or a target position. */
export type ActionType = 'control' | 'move_to'

/** When an episode counts as a success. */
export type SuccessMode = 'any' | 'hold' | 'final'

/** What an environment is called in records: `two-room@1` fixes every constant, so changed dynamics need a new version. */
export type EnvironmentKey = `${string}@${number}`

/**
 * How a state moves: the true rules of an environment, or a model of them that may be wrong.
 * Shapes: a state is `stateSize` numbers, an action `actionSize` numbers clamped to [-1, 1].
 */
export interface Dynamics {
  readonly stateSize: number
  readonly actionSize: number
  /** One environment step, in place: the state at `states[at]` under the action at `actions[from]`. Flat arrays, for speed. */
  advance(states: Float64Array, at: number, actions: ArrayLike<number>, from: number): void
  /** The same for many states at once, for models that are faster so; bit for bit what `advance` gives one by one. */
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

/** Where an episode begins and what it is after. Goals are `goalSize` numbers, see each environment. */
export interface Start {
  readonly state: Float64Array
  readonly goal: Float64Array
}

/** What a world state says in terms of its environment. */
export interface Situation extends Start {
  readonly step: number
}

/** A small world with exact rules: ground truth for suites. Pure: the only randomness is the stream given to `reset`. */
export interface Environment extends Dynamics {
  readonly id: string
  readonly version: number
  readonly key: EnvironmentKey
  /** Seconds per environment step. */
  readonly dt: number
  readonly goalSize: number
  /** State entries that are angles in radians: wrapped where states are compared. */
  readonly angles: readonly number[]
  /** Error scale of each state entry: errors are divided by it before they are added up. */
  readonly sigma: readonly number[]
  /** Environment steps an episode may take. */
  readonly stepBudget: number
  /** Plan entries a planner looks ahead; each is held for `block` environment steps, and `execute` entries run before replanning. */
  readonly horizon: number
  readonly block: number
  readonly execute: number
  /** `any`: the first success ends the episode. `hold`: success at every step of the budget. `final`: success at its last step. */
  readonly successMode: SuccessMode
  /** Families of starts; the first is the one for episodes. */
  readonly strata: readonly [string, ...string[]]
  readonly actionTypes: readonly ActionType[]
  /** Starts an episode. Throws `invalid_input` for an unknown stratum. */
  reset(stream: Stream, stratum: string): Start
  /** How far the state at `states[at]` is from the goal; 0 is best. */
  cost(states: ArrayLike<number>, goal: ArrayLike<number>, at?: number): number
  success(state: ArrayLike<number>, goal: ArrayLike<number>): boolean
  /** Best possible effort from a state to the goal, where a closed form exists: path length or environment steps. */
  readonly reference?: {
    readonly unit: 'length' | 'steps'
    of(state: ArrayLike<number>, goal: ArrayLike<number>): number
  }
  /** Where the wall opens, in a world with one; for pictures. */
  readonly door?: Door
  /** The part of a world state that is this environment's own; `scene.ts` writes the rest. */
  readonly layout: SceneLayout
  /** Control values for a target position. Throws `invalid_input` where positions cannot be commanded. */
  servo(state: ArrayLike<number>, target: {readonly x: number; readonly y: number}): number[]
}

/** How state and goal lie in a scene. `read` is the inverse of `write` and throws `world_state_invalid` for a missing field. */
export interface SceneLayout {
  write(state: ArrayLike<number>, goal: ArrayLike<number>): SceneObject[]
  read(scene: SceneReader): {readonly state: number[]; readonly goal: number[]}
}

/** One thing in a scene: where it is, in metres, and what cannot be said by a position. */
export interface SceneObject {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly metadata?: JsonObject
}

/** Finite numbers by object and path, or `world_state_invalid`. */
export interface SceneReader {
  position(object: string): {readonly x: number; readonly y: number}
  metadata(object: string, path: readonly string[]): number
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

/** The answer of `reset` to a name that is not among the environment's strata. */
export function unknownStratum(environment: Pick<Environment, 'id' | 'strata'>): AssayError {
  const known = [...environment.strata]
  return new AssayError('invalid_input', `${environment.id} has no such stratum`, {
    hint: `Use one of: ${known.join(', ')}.`,
    detail: {known},
  })
}
