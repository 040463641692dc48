import type {Clock} from './clock.ts'

/** Calls a timer off; harmless when it has run. */
export type Cancel = () => void

/** Timers of a host's own, in milliseconds; those of this machine where it brings none. */
export interface Timers {
  /** Runs once when `ms` have passed; longer than `LONGEST_MS` counts as that. */
  after(ms: number, run: () => void): Cancel
  /** Runs each time `ms` have passed. Keeps no process alive. */
  every(ms: number, run: () => void): Cancel
}

/** Time as a port: a clock, and timers that go by it. */
export interface Time extends Clock, Timers {}

/** An end that comes by itself. Disposed, it does not come any more. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal
}

/** Longer timers overflow in Node and fire at once. */
export const LONGEST_MS = 2 ** 31 - 1

/**
 * Aborts its signal when `ms` have passed. `reason` is made then: errors are dear, and most deadlines are met. Where `within` is aborted it is too;
 * `AbortSignal.any` would keep account of both for as long as they live.
 */
export function deadline(
  timers: Pick<Timers, 'after'>,
  ms: number,
  reason: () => unknown,
  within?: AbortSignal,
): Deadline {
  const control = new AbortController()
  const cancel = timers.after(ms, () => control.abort(reason()))
  const follow = () => control.abort(within?.reason)
  if (within?.aborted) follow()
  within?.addEventListener('abort', follow, {once: true})
  const end = () => {
    cancel()
    within?.removeEventListener('abort', follow)
  }
  return {signal: control.signal, [Symbol.dispose]: end}
}

/** Settles when `ms` have passed, or rejects with the signal's reason as soon as it is aborted. */
export function sleep(timers: Pick<Timers, 'after'>, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, stop) => {
    if (signal?.aborted) return stop(signal.reason)
    const aborted = () => {
      cancel()
      stop(signal?.reason)
    }
    const cancel = timers.after(ms, () => {
      signal?.removeEventListener('abort', aborted)
      done()
    })
    signal?.addEventListener('abort', aborted, {once: true})
  })
}
