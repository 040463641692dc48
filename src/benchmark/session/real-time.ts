import type {Clock} from '#random/clock'
import {stopwatch} from '../model/stopwatch.ts'
import {waitUntil} from '../model/wait-until.ts'
import type {SessionContext} from './open-session.ts'

/** The clock of a session, how it waits by it, and how long its event loop was busy. */
export function realTime(clock: Pick<Clock, 'monotonicNs'>): Required<Pick<SessionContext, 'watch' | 'wait' | 'busy'>> {
  const watch = stopwatch(clock)
  const busy = () => performance.eventLoopUtilization().active * 1e6
  return {watch, busy, wait: (signal) => waitUntil(watch, signal)}
}
