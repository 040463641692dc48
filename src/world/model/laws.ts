import type {Situation} from './situation.ts'

/** A world and its mirror image behave alike: the image of states, goals and actions, each of one step. */
export interface Mirror {
  readonly state: (state: ArrayLike<number>) => number[]
  readonly goal: (goal: ArrayLike<number>) => number[]
  readonly action: (action: ArrayLike<number>) => number[]
}

/** What holds in an environment whatever the task. */
export interface Laws {
  readonly mirror: Mirror
  /** The state with everything at rest: without a push it stays so. */
  readonly atRest: (state: ArrayLike<number>) => number[]
  /** Actions `[actionSize]` that touch nothing in this state, and the entries of the state that they therefore leave alone. */
  readonly untouched?: {
    readonly entries: readonly number[]
    readonly away: (state: ArrayLike<number>) => number[]
  }
  /** Whether one step leads through something solid; `slack` in metres. */
  readonly passesThrough?: (before: ArrayLike<number>, after: ArrayLike<number>, slack: number) => boolean
  /** The action that would lead through it soonest. */
  readonly headOn?: (now: Situation) => number[]
  /** What else a path of states breaks, by name, its start included; `slack` is a share of the error scale. */
  readonly brokenOver?: (path: readonly ArrayLike<number>[], slack: number) => string[]
}

/** The mirror of a world whose middle is zero in every number. */
export const TURNED: Mirror = {state: negative, goal: negative, action: negative}

function negative(values: ArrayLike<number>): number[] {
  return Array.from(values, (value) => -value)
}
