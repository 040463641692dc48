import type {EvalSnapshots} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import {clip} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import type {Situation, Start} from '#world/model/situation'
import {rounded} from '../model/rounded.ts'

/** How far beyond a limit a command is still at it: single precision rounds so, and nothing is unsafe by its last digit. */
const AT_LIMIT = 1e-6

/**
 * What really happened in an episode: the environment moves, whatever a model believed. Commands are clamped to [-1, 1] and counted
 * where they had to be. Ends at the first success (`any`), at the first failure (`hold`), or with the step budget, whose last state decides for `final`.
 */
export class Trajectory {
  readonly #environment: Environment
  readonly #goal: Float64Array
  readonly #states: Float64Array[]
  readonly #actions: number[][] = []
  #ended = false
  #success = false
  #violations = 0

  constructor(environment: Environment, start: Start) {
    this.#environment = environment
    this.#goal = start.goal.slice()
    this.#states = [start.state.slice()]
  }

  get isEnded(): boolean {
    return this.#ended
  }

  get isSuccess(): boolean {
    return this.#success
  }

  get steps(): number {
    return this.#actions.length
  }

  get violations(): number {
    return this.#violations
  }

  /** A copy: nobody who decides can change what happened. */
  get situation(): Situation {
    const past = {states: this.#states.slice(0, -1), actions: [...this.#actions]}
    return {state: this.#last.slice(), goal: this.#goal.slice(), step: this.steps, past}
  }

  /** Runs plan entries `[entries, actionSize]`, each held for the environment's block, until they or the episode end. */
  follow(actions: ArrayLike<number>): void {
    const {actionSize, block} = this.#environment
    for (let at = 0; at + actionSize <= actions.length; at += actionSize) {
      const command = Array.from({length: actionSize}, (_, entry) => actions[at + entry] ?? Number.NaN)
      const action = command.map((value) => clip(value, -1, 1))
      this.#violations += command.filter((value, entry) => !(Math.abs(value - (action[entry] ?? 0)) <= AT_LIMIT)).length
      for (let held = 0; held < block && !this.#ended; held++) this.#advance(action)
    }
  }

  /** Cost of the last state, or null where it is no number. */
  get cost(): number | null {
    const cost = this.#environment.cost(this.#last, this.#goal)
    return Number.isFinite(cost) ? rounded(cost) : null
  }

  /** Length of the way in the plane, where the environment measures effort by length. */
  get pathLength(): number | null {
    if (this.#environment.reference?.unit !== 'length') return null
    let length = 0
    for (const [at, state] of this.#states.entries()) {
      const before = this.#states[at - 1] ?? state
      const [dx, dy] = [(state[0] ?? 0) - (before[0] ?? 0), (state[1] ?? 0) - (before[1] ?? 0)]
      length += Math.sqrt(dx * dx + dy * dy)
    }
    return rounded(length)
  }

  /** Best possible effort from the start, in the unit of the environment. */
  reference(unit: 'length' | 'steps'): number | null {
    const {reference} = this.#environment
    const [start] = this.#states
    return reference?.unit === unit && start ? rounded(reference.of(start, this.#goal)) : null
  }

  /** At most `count` of the states, evenly over the episode, first and last included. */
  snapshots(count: number): EvalSnapshots {
    const steps = new Set(
      Array.from({length: count}, (_, at) => Math.round((at * this.steps) / Math.max(1, count - 1))),
    )
    return {
      goal: Array.from(this.#goal, canonical),
      states: [...steps].map((step) => ({step, state: Array.from(this.#states[step] ?? [], canonical)})),
    }
  }

  /** Equal exactly where start, goal, actions and states are equal to nine digits. */
  digest(): `sha256:${string}` {
    const rows = (values: Iterable<ArrayLike<number>>) => Array.from(values, (row) => Array.from(row, canonical))
    return digestOf({goal: Array.from(this.#goal, canonical), states: rows(this.#states), actions: rows(this.#actions)})
  }

  get #last(): Float64Array {
    return this.#states.at(-1) ?? new Float64Array(this.#environment.stateSize)
  }

  #advance(action: readonly number[]): void {
    const {successMode, stepBudget} = this.#environment
    const next = this.#last.slice()
    this.#environment.advance(next, 0, action, 0)
    this.#states.push(next)
    this.#actions.push([...action])
    const good = this.#environment.success(next, this.#goal)
    const isLast = this.steps >= stepBudget
    this.#ended = isLast || (successMode === 'any' && good) || (successMode === 'hold' && !good)
    this.#success = good && this.#ended
  }
}

function canonical(value: number): number | null {
  return Number.isFinite(value) ? rounded(value) : null
}
