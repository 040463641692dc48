import type {EvalBaselines} from '#contract/generated/types'
import {WorldStateError} from '#error/provider-error'
import type {Situation} from '#world/model/situation'
import type {WorldState} from '#world/model/world-state'
import type {Evaluate} from '#world/planner/search'

/** Plan entries `[samples, entries, actionSize]`, flat, each held for `block` environment steps, all from one situation. */
export interface ForecastQuestion {
  readonly now: Situation
  readonly actions: Float64Array
  readonly samples: number
  readonly block: number
}

/** The state after every entry, `[samples, entries, stateSize]`, flat. */
export type Forecast = (question: ForecastQuestion, signal: AbortSignal) => Promise<Float64Array>

/** One action held for some steps, asked about a whole world state: a scene may hold more than the numbers of `now`, which it tells too. */
export interface SceneQuestion {
  readonly world: WorldState
  readonly now: Situation
  readonly action: Float64Array
  readonly steps: number
}

/** The state in the end. */
export type ScenePrediction = (question: SceneQuestion, signal: AbortSignal) => Promise<Float64Array>

/** What is on trial in one environment, or stands beside it as floor or ceiling. */
export interface WorldModel {
  /** Whether nothing that it was asked before can change an answer: rules of this process. */
  readonly isPure?: boolean
  /** Which floor or ceiling it is. Those are made anew for each trial: one trial finds the same wherever it asks the same from the start. */
  readonly reference?: keyof EvalBaselines
  /** Absent for providers that only score. */
  readonly forecast?: Forecast | undefined
  /** Absent for those that are asked about numbers alone. */
  readonly inScene?: ScenePrediction | undefined
  /** What a provider that scores says itself of candidates, in a unit of its own. */
  scoresIn?: ((now: Situation) => Evaluate) | undefined
  /** What it says of candidates whose entries are held for so many steps; absent where a translator shows plans in the model's own way. */
  heldScoresIn?: ((now: Situation, block: number) => Evaluate) | undefined
  /** Scores candidates: in the environment's cost where there is a forecast, else in a unit of its own. */
  evaluateIn(now: Situation): Evaluate
}

/** The states as they are. Throws `world_state_invalid` for a state that is no number: nothing can be measured of it. */
export function finiteStates(states: Float64Array): Float64Array {
  if (states.every(Number.isFinite)) return states
  throw new WorldStateError('a predicted state is not finite', 'provider')
}
