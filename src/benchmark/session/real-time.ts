import type {Clock} from '#random/clock'
import {stopwatch} from '../model/stopwatch.ts'
import {waitUntil} from '../model/wait-until.ts'
import type {SessionContext} from './open-session.ts'

/** The clock of a session and how it waits by it. */
export function realTime(clock: Pick<Clock, 'monotonicNs'>): Pick<SessionContext, 'watch' | 'wait'> {
  const watch = stopwatch(clock)
  return {watch, wait: (signal) => waitUntil(watch, signal)}
}
