import type {Clock} from '#random/clock'

/** Integer monotonic nanoseconds since the stopwatch was made; exact for 104 days. */
export type Stopwatch = () => number

export function stopwatch(clock: Pick<Clock, 'monotonicNs'>): Stopwatch {
  const originNs = clock.monotonicNs()
  return () => Number(clock.monotonicNs() - originNs)
}
