import type {Clock} from '#random/clock'
import {stopwatch} from '../model/stopwatch.ts'
import {waitUntil} from '../model/wait-until.ts'
import type {SessionContext} from './open-session.ts'

/**
 * The clock of a session, the waiting by it, and the time that its event loop was busy or was ready but had no processor: the loop counts
 * the latter as idle, but for a call it is time of the client.
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
