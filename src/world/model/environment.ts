import {AssayError} from '#error/assay-error'
import type {Stream} from '#random/stream'
import type {View} from '../picture/view.ts'
import type {Constraint} from './constraint.ts'
import type {Dynamics} from './dynamics.ts'
import type {Expert} from './expert.ts'
import type {Laws} from './laws.ts'
import type {SceneLayout} from './layout.ts'
import type {ShiftFactor} from './shift-factor.ts'
import type {Start} from './situation.ts'
import type {Solid} from './solid.ts'
import type {Words} from './words.ts'

/** How an action reaches the environment: joint or force values, or a target position. */
export type ActionType = 'control' | 'move_to'

/** When an episode counts as a success. */
export type SuccessMode = 'any' | 'hold' | 'final'

/** What an environment is called in records: `two-room@1` fixes every constant, so changed dynamics need a new version. */
export type EnvironmentKey = `${string}@${number}`

/** A small world with exact rules: ground truth for suites. Pure: the only randomness is the stream given to `reset`. */
export interface Environment extends Dynamics {
  readonly id: string
  readonly version: number
  readonly key: EnvironmentKey
  /** Seconds per environment step. */
  readonly dt: number
  readonly goalSize: number
  /** State entries that are angles in radians of which a whole turn changes nothing: wrapped where states are compared. */
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
  /** The part of a world state that is this environment's own; `scene.ts` writes the rest. */
  readonly layout: SceneLayout
  /** Control values for a target position. Throws `invalid_input` where positions cannot be commanded. */
  servo(state: ArrayLike<number>, target: {readonly x: number; readonly y: number}): number[]
  /** What it looks like. Without one there are no pictures of it, and suites of pictures pass it over. */
  readonly view?: View
  /** A state in which the task is done, reached from `state`: what a picture of the goal shows. Without it there is no such picture. */
  atGoal?(state: ArrayLike<number>, goal: ArrayLike<number>): number[]
  /** Its entries by name and its task in a sentence. Without them nothing of it can be named. */
  readonly words?: Words
  /** What holds whatever the task. Without them suites of laws pass it over. */
  readonly laws?: Laws
  /** A controller that is known to act well. Without one the exact-model planner is the reference. */
  readonly expert?: Expert
  /** What must not happen in an episode. */
  readonly constraints?: readonly Constraint[]
  /** What is solid and could be passed through. */
  readonly solid?: Solid
  /** The rules with another mass, as a multiple of its own, where something has one. */
  ofMass?(mass: number): Dynamics
  /** The environment as it was built, if a planner or suite changed its plan lengths, budget or success mode; read by `usualOf`. */
  readonly usual?: Environment
  /** The ways in which it may turn out other than its rules say, in the order of the factors. */
  readonly shifts?: readonly Shift[]
}

/** A shifted world whose rules differ from the stated ones; providers are not told. A change of the shift is a new version. */
export interface Shift {
  readonly factor: ShiftFactor
  readonly version: number
  readonly environment: EnvironmentKey
  /** How far it goes, in the units of the environment. */
  readonly parameters: Readonly<Record<string, number>>
  /** The world of one episode: a delay keeps what is under way, so the next episode needs a new one. */
  world(environment: Environment): ShiftedWorld
}

export interface ShiftedWorld {
  /** What executes: the environment with other rules, starts or goals, under its old name. */
  readonly environment: Environment
  /** Spread of what is seen around the true state, as a share of the error scale; absent is none. */
  readonly noise?: number
  /** The true state when the next command takes effect, for who knows what is under way. */
  ahead?(state: Float64Array): Float64Array
  /** A controller that knows how to act here, where the planner's costs would mislead. */
  readonly expert?: Expert
}

/** The answer of `reset` to a name that is not among the environment's strata. */
export function unknownStratum(environment: Pick<Environment, 'id' | 'strata'>): AssayError {
  const known = [...environment.strata]
  return new AssayError('invalid_input', `${environment.id} has no such stratum`, {
    hint: `Use one of: ${known.join(', ')}.`,
    detail: {known},
  })
}
