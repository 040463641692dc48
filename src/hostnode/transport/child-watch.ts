import {elapsedMs} from '#random/clock'
import type {Time} from '#random/timers'
import type {BackendChild, BackendHost} from '../git/backend-host.ts'

const LOOK_EVERY_MS = 5_000
/** Slower than any line that git is used over. */
const LEAST_BYTES_PER_MS = 1.024

/** Why a child was ended before its own end. */
export type StopReason = 'aborted' | 'silent' | 'slow' | 'stopped'

/** Whether a child is still wanted. */
export interface ChildWatch {
  /** So many bytes moved. */
  touch(bytes: number): void
  /** It moves refs from now on: each waits for the disk, and git says nothing until all have moved. */
  moveRefs(): void
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
  /** Time without a byte in either direction after which the peer counts as gone. */
  readonly silentMs: number
  /** Whether the next byte is for the caller to send or take, and not for git. */
  readonly waitsForCaller: () => boolean
  /** Whether it stands still for want of a place. */
  readonly waitsForPlace: () => boolean
  /** Whether somebody waits for the place. */
  readonly isWanted: () => boolean
}

/** Ends a child with all of its group when the caller hangs up, nothing moves, or others wait for one who is slower than 1 KiB/s all that while. */
export function watchChild({pid, input, output, questions, ended}: BackendChild, ports: WatchPorts): ChildWatch {
  const {host, time, gone, silentMs} = ports
  const lookMs = Math.min(LOOK_EVERY_MS, silentMs / 4)
  let lastNs = time.monotonicNs()
  let moved = 0
  let slowMs = 0
  let why: StopReason | undefined
  let isOver = false
  let movesRefs = false
  let stopped: Promise<void> | undefined
  const kill = () => {
    stopped ??= host.stop(pid)
    // Nobody reads or writes them any more, and they hold its end.
    input.destroy()
    output.destroy()
    questions?.destroy()
  }
  const stop = (reason: StopReason) => {
    if (isOver) return
    why ??= reason
    kill()
  }
  const hangUp = () => stop('aborted')
  const cancel = time.every(lookMs, () => {
    const waitsForPlace = ports.waitsForPlace()
    if (waitsForPlace) lastNs = time.monotonicNs()
    const waitsForCaller = ports.waitsForCaller()
    const isSlow = waitsForCaller && !waitsForPlace && moved < lookMs * LEAST_BYTES_PER_MS
    slowMs = isSlow ? slowMs + lookMs : 0
    moved = 0
    if (elapsedMs(time, lastNs) >= silentMs && (waitsForCaller || !movesRefs)) stop('silent')
    else if (slowMs >= silentMs && ports.isWanted()) stop('slow')
  })
  void ended.then(() => {
    isOver = true
    cancel()
  })
  if (gone.aborted) hangUp()
  else gone.addEventListener('abort', hangUp, {once: true})
  return {
    touch: (bytes) => {
      lastNs = time.monotonicNs()
      moved += bytes
    },
    moveRefs: () => {
      movesRefs = true
    },
    stop,
    reason: () => why,
    end: () => {
      if (!isOver) kill()
      return Promise.all([ended, stopped]).then(() => undefined)
    },
  }
}
