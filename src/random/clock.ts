/** Wall time for labels, monotonic time for durations. Durations never come from the wall clock. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  nowMs(): number
  /** Monotonic nanoseconds, origin unspecified. */
  monotonicNs(): bigint
}

/** All times within one second begin with the same text, which is cached: formatting it takes longer than the rest of an event's head. */
let lastSecond = Number.NaN
let lastText = ''

/** UTC with milliseconds and `Z`, the one time format on disk. */
export function timestamp(atEpochMs: number): string {
  const ms = Math.trunc(atEpochMs)
  const second = Math.floor(ms / 1000)
  if (second !== lastSecond) {
    lastText = new Date(ms).toISOString().slice(0, -'000Z'.length)
    lastSecond = second
  }
  return `${lastText}${String(ms - second * 1000).padStart(3, '0')}Z`
}

/** The day in UTC, such as `2026-11-21`. */
export function utcDay(atEpochMs: number): string {
  return timestamp(atEpochMs).slice(0, 10)
}

/** Monotonic milliseconds since `sinceNs`, with microsecond resolution. */
export function elapsedMs(clock: Pick<Clock, 'monotonicNs'>, sinceNs: bigint): number {
  return Number((clock.monotonicNs() - sinceNs) / 1000n) / 1000
}
