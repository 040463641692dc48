import type {AssayError} from '#error/assay-error'
import {ProviderError, type ProviderErrorOptions} from '#error/provider-error'
import type {Timers} from '#random/timers'
import {withRemoteWork} from '../model/provider-fault.ts'
import type {RemoteWork} from '../model/remote-work.ts'
import {waitWithin} from '../model/wait-out.ts'

/** What it takes to stop work elsewhere, beyond the limits of the operation it belongs to. */
const STOP_MS = 5_000
/** Ends that leave it open what the other side does. */
const OPEN_ENDS: readonly string[] = ['cancelled', 'timeout', 'budget_exceeded', 'unreachable']

/** A fault with what became of the work elsewhere, stopped if it can be. Never rejects. */
export async function stopRemoteWork(
  fault: AssayError,
  work: RemoteWork,
  timers: Pick<Timers, 'after'>,
): Promise<AssayError> {
  if (!(fault instanceof ProviderError)) return fault
  if (typeof work === 'function') return withRemoteWork(fault, await stopped(work, timers))
  return work === 'may_continue' && OPEN_ENDS.includes(fault.code) ? withRemoteWork(fault, work) : fault
}

async function stopped(
  stop: (signal: AbortSignal) => Promise<unknown>,
  timers: Pick<Timers, 'after'>,
): Promise<ProviderErrorOptions['remoteWork']> {
  const control = new AbortController()
  const cancelTimer = timers.after(STOP_MS, () => control.abort(new Error('stopping took too long')))
  try {
    await waitWithin(control.signal, () => stop(control.signal))
    return 'cancelled'
  } catch {
    return 'cancel_failed'
  } finally {
    cancelTimer()
    control.abort()
  }
}
