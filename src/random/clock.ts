/** Wall time for labels, monotonic time for durations. Durations never come from the wall clock. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  nowMs(): number
  /** Monotonic nanoseconds, origin unspecified. */
  monotonicNs(): bigint
}

/** UTC with milliseconds and `Z`, the one time format on disk. */
export function timestamp(atEpochMs: number): string {
  return new Date(atEpochMs).toISOString()
}

/** The day in UTC, such as `2026-11-21`. */
export function utcDay(atEpochMs: number): string {
  return timestamp(atEpochMs).slice(0, 10)
}

/** Monotonic milliseconds since `sinceNs`, with microsecond resolution. */
export function elapsedMs(clock: Pick<Clock, 'monotonicNs'>, sinceNs: bigint): number {
  return Number((clock.monotonicNs() - sinceNs) / 1000n) / 1000
}
