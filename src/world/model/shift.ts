import type {Expert} from '../environment/two-room/door-expert.ts'
import type {Environment, EnvironmentKey} from './environment.ts'

/** Ways in which a world may turn out other than its rules say. */
export const SHIFT_FACTORS = ['mass', 'friction', 'gain', 'door', 'noise', 'delay', 'goals'] as const
export type ShiftFactor = (typeof SHIFT_FACTORS)[number]

/** One world that is not as its rules say; whoever acts in it is not told. A change of what it does is a new version. */
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
  /** Who knows how to act here, where the planner's costs would lead astray. */
  readonly expert?: Expert
}
