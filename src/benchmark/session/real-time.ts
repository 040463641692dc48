import type {Clock} from '#random/clock'
import {stopwatch} from '../model/stopwatch.ts'
import {waitUntil} from '../model/wait-until.ts'
import type {SessionContext} from './open-session.ts'

/**
 * The clock of a session, how it waits by it, and how long its event loop was busy or stood ready without a processor: to the loop that looks idle, and to a
 * call it is the client's time all the same.
 */
export function realTime(
  clock: Pick<Clock, 'monotonicNs'>,
  waitedNs: () => number,
): Required<Pick<SessionContext, 'watch' | 'wait' | 'busy' | 'isWaitCounted'>> {
  const watch = stopwatch(clock)
  const busy = () => performance.eventLoopUtilization().active * 1e6 + waitedNs()
  // Any process that has come this far has waited for a processor, so 0 means that the system does not count it.
  return {watch, busy, isWaitCounted: waitedNs() > 0, wait: (signal) => waitUntil(watch, signal)}
}
