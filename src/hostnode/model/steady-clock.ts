import {type Clock, elapsedMs} from '#random/clock'

/** Time that nobody sets: what lasts so long is measured by it, while the wall clock steps back and forth. */
export interface SteadyClock {
  /** In ms: the wall clock when this was made, going on by the monotonic one alone. */
  nowMs(): number
  /** What the wall clock shows at a steady time, as far as one can tell now. */
  toWallMs(steadyMs: number): number
}

/** Steps of the wall clock are followed, its little corrections are not: what callers are told would shake with them. */
const LEAST_STEP_MS = 1_000

export function steadyClock(clock: Clock): SteadyClock {
  const beganMs = clock.nowMs()
  const beganNs = clock.monotonicNs()
  const nowMs = () => beganMs + elapsedMs(clock, beganNs)
  let offsetMs = 0
  return {
    nowMs,
    toWallMs: (steadyMs) => {
      const seenMs = clock.nowMs() - nowMs()
      if (Math.abs(seenMs - offsetMs) >= LEAST_STEP_MS) offsetMs = Math.round(seenMs)
      return steadyMs + offsetMs
    },
  }
}
