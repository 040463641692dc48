/** A step that is going on: what it is one of, how long it has run, and what its own pace says is left of it. */
export interface GoingStep {
  readonly kind: string
  readonly spentMs: number
  readonly leftMs: number | undefined
}

/** What is left of a job. `isWhole`: every step that it still has was counted. */
export interface JobLeft {
  readonly ms: number
  readonly isWhole: boolean
}

/**
 * How long the rest of a job takes, from the pace of its own steps: those going on tell theirs; one that has not begun takes as long as the steps
 * of its kind that have ended took, such as the other cells of a matrix. A step of a kind that nobody has seen end counts as unknown.
 */
export class JobPace {
  readonly #ended = new Map<string, {count: number; totalMs: number}>()
  #waiting: readonly string[] = []
  #mostGoing = 1

  /** The kinds of the steps that have not begun. */
  wait(kinds: readonly string[]): void {
    this.#waiting = kinds
  }

  end(kind: string, tookMs: number): void {
    const {count, totalMs} = this.#ended.get(kind) ?? {count: 0, totalMs: 0}
    this.#ended.set(kind, {count: count + 1, totalMs: totalMs + tookMs})
  }

  left(going: readonly GoingStep[]): JobLeft {
    this.#mostGoing = Math.max(this.#mostGoing, going.length)
    const begun = going.map(({kind, spentMs, leftMs}) => leftMs ?? this.#restOf(kind, spentMs))
    const waiting = this.#waiting.map((kind) => this.#restOf(kind, 0))
    const known = [...begun, ...waiting].filter((ms) => ms !== undefined)
    const sumMs = known.reduce((sum, ms) => sum + ms, 0)
    const longestMs = known.reduce((longest, ms) => Math.max(longest, ms), 0)
    return {
      ms: Math.max(longestMs, sumMs / this.#mostGoing),
      isWhole: known.length === begun.length + waiting.length,
    }
  }

  #restOf(kind: string, spentMs: number): number | undefined {
    const ended = this.#ended.get(kind)
    return ended && Math.max(0, ended.totalMs / ended.count - spentMs)
  }
}
