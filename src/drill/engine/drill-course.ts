import type {DrillMoment, DrillPhase} from '#contract/generated/types'
import {type Clock, elapsedMs} from '#random/clock'

/** What happened in a drill, in its order; milliseconds since it began. */
export class DrillCourse {
  readonly #clock: Clock
  readonly #beganNs: bigint
  readonly #moments: DrillMoment[] = []

  constructor(clock: Clock) {
    this.#clock = clock
    this.#beganNs = clock.monotonicNs()
  }

  get nowMs(): number {
    return elapsedMs(this.#clock, this.#beganNs)
  }

  get moments(): DrillMoment[] {
    return [...this.#moments]
  }

  /** `ok` is null where it is only told. */
  tell(phase: DrillPhase, what: string, ok: boolean | null = null): void {
    this.#moments.push({at_ms: Math.round(this.nowMs), phase, what, ok})
  }
}
