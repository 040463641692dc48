const LONGEST_MS = 24 * 3_600_000
const JITTER = 0.1

/** Waits before the first attempt and after each failed one, in ms. */
export type HookSchedule = readonly number[]

/** A failed attempt after which another may follow. */
export interface FailedAttempt {
  /** Number of attempts so far, this one included. */
  readonly attempt: number
  /** Wait that the receiver asked for, in ms. */
  readonly retryAfterMs: number
  /** Random from 0 to 1, drawn anew each time, so that receivers that were down together are not called together. */
  readonly drawn: number
}

/** How long to wait for the next attempt, in ms; undefined when there is none. */
export function nextWaitMs(schedule: HookSchedule, {attempt, retryAfterMs, drawn}: FailedAttempt): number | undefined {
  const wait = schedule[attempt]
  if (wait === undefined) return undefined
  const jittered = Math.round(wait * (1 + JITTER * (2 * drawn - 1)))
  return Math.max(jittered, Math.min(retryAfterMs, LONGEST_MS))
}
