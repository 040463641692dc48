import type {Drill} from '#contract/generated/types'
import type {Timers} from '#random/timers'
import {totalSeconds} from '../model/drill-rounds.ts'
import {DrillAborted} from './drill-context.ts'

/** A signal that is aborted when the drill must end: its time is over, or somebody interrupts it. */
export function limitDrill(
  drill: Drill,
  clock: Pick<Timers, 'after'>,
  interrupted: AbortSignal,
): Disposable & {readonly signal: AbortSignal} {
  const control = new AbortController()
  const limitS = totalSeconds(drill)
  const cancel = clock.after(limitS * 1000, () => control.abort(new DrillAborted(`it took longer than ${limitS} s`)))
  const stop = () => control.abort(new DrillAborted('it was interrupted'))
  if (interrupted.aborted) stop()
  interrupted.addEventListener('abort', stop, {once: true})
  return {
    signal: control.signal,
    [Symbol.dispose]: () => {
      cancel()
      interrupted.removeEventListener('abort', stop)
    },
  }
}
