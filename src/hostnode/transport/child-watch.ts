import {elapsedMs} from '#random/clock'
import type {Time} from '#random/timers'
import type {BackendChild, BackendHost} from '../git/backend-host.ts'

/** Without a byte either way for so long, nobody is there any more. */
const SILENT_MS = 60_000
const LOOK_EVERY_MS = 5_000

/** Why a child was ended before its own end. */
export type StopReason = 'aborted' | 'silent' | 'stopped'

/** Whether a child is still wanted. */
export interface ChildWatch {
  /** A byte moved. */
  touch(): void
  stop(reason: StopReason): void
  /** Undefined: it was not stopped. */
  reason(): StopReason | undefined
  /** Settles when none of its group is left; it is stopped if it has not ended by itself. */
  end(): Promise<void>
}

interface WatchPorts {
  readonly host: BackendHost
  readonly time: Time
  readonly gone: AbortSignal
}

/** Ends a child with all of its group when the caller hangs up or nothing moves. */
export function watchChild({pid, input, output, ended}: BackendChild, {host, time, gone}: WatchPorts): ChildWatch {
  let lastNs = time.monotonicNs()
  let why: StopReason | undefined
  let isOver = false
  let stopped: Promise<void> | undefined
  const kill = () => {
    stopped ??= host.stop(pid)
    // Nobody reads or writes them any more, and they hold its end.
    input.destroy()
    output.destroy()
  }
  const stop = (reason: StopReason) => {
    if (isOver) return
    why ??= reason
    kill()
  }
  const hangUp = () => stop('aborted')
  const cancel = time.every(LOOK_EVERY_MS, () => {
    if (elapsedMs(time, lastNs) >= SILENT_MS) stop('silent')
  })
  void ended.then(() => {
    isOver = true
    cancel()
  })
  if (gone.aborted) hangUp()
  else gone.addEventListener('abort', hangUp, {once: true})
  return {
    touch: () => {
      lastNs = time.monotonicNs()
    },
    stop,
    reason: () => why,
    end: () => {
      if (!isOver) kill()
      return Promise.all([ended, stopped]).then(() => undefined)
    },
  }
}
