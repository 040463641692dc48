/** Ways in which a fault server is ill. Which of them a transport knows is said where it is made. */
export interface WireStep<Fault extends string> {
  /** Requests it applies to: an endpoint, a path or an operation; every one when absent. */
  readonly match?: string
  /** Matching requests that pass before, and how many it then takes; without end when absent. */
  readonly after?: number
  readonly times?: number
  readonly fault: Fault
  /** Of `late_reply`: how late, in ms. */
  readonly delayMs?: number
  /** Of `echo_secret`: what is echoed. */
  readonly secret?: string
}

/** Which fault meets which request: the first step that applies. Counts, so it belongs to one server. */
export class WireScript<Fault extends string> {
  readonly #steps: readonly WireStep<Fault>[]
  readonly #seen: number[]

  constructor(steps: readonly WireStep<Fault>[]) {
    this.#steps = steps
    this.#seen = steps.map(() => 0)
  }

  next(request: string): WireStep<Fault> | undefined {
    let found: WireStep<Fault> | undefined
    for (const [index, step] of this.#steps.entries()) {
      if (step.match !== undefined && step.match !== request) continue
      const seen = this.#seen[index] ?? 0
      this.#seen[index] = seen + 1
      const from = step.after ?? 0
      if (found === undefined && seen >= from && seen < from + (step.times ?? Number.POSITIVE_INFINITY)) found = step
    }
    return found
  }
}

/** A server made to be ill. `url` is where it listens, `requests` what it was asked so far. */
export interface WireServer {
  readonly url: string
  requests(): readonly string[]
  close(): Promise<void>
}
