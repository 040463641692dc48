import type {Dynamics} from './dynamics.ts'

/** Something solid that could be passed through: the rules without it, and the action that leads there soonest. */
export interface Solid {
  readonly without: Dynamics
  headOn(state: ArrayLike<number>): number[]
}
