import type {Clock} from '#random/clock'
import type {SessionPorts} from '../session/open-session.ts'
import {stopwatch} from './stopwatch.ts'
import {waitUntil} from './wait-until.ts'

/** The clock of a session and how it waits by it. */
export function realTime(clock: Pick<Clock, 'monotonicNs'>): Pick<SessionPorts, 'watch' | 'wait'> {
  const watch = stopwatch(clock)
  return {watch, wait: (signal) => waitUntil(watch, signal)}
}
