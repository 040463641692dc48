import type {Stopwatch} from './stopwatch.ts'

/** Resolves once the stopwatch shows `dueNs`, not before; at once if that has passed. */
export type WaitUntil = (dueNs: number) => Promise<void>

/** How long before the due time the timer ends, which may be a millisecond late or more; the rest is waited in turns of the event loop. */
const SLACK_NS = 2_000_000
/** Longest single sleep: an abort is noticed after this time at the latest. */
const LONGEST_SLEEP_NS = 50_000_000
/** A generator that is behind schedule and never sleeps still lets answers in this often. */
const LATE_TURN_NS = 1_000_000

/** Waits with a precision of some microseconds and without blocking: answers, timers and signals are handled meanwhile. */
export function waitUntil(watch: Stopwatch, signal: AbortSignal): WaitUntil {
  let turnNs = watch()
  return async (dueNs) => {
    for (let nowNs = watch(); !signal.aborted; nowNs = watch()) {
      const leftNs = dueNs - nowNs
      if (leftNs <= 0 && nowNs - turnNs < LATE_TURN_NS) return
      if (leftNs > SLACK_NS) await sleep(Math.min(leftNs - SLACK_NS, LONGEST_SLEEP_NS))
      else await turn()
      turnNs = watch()
      if (turnNs >= dueNs) return
    }
  }
}

function sleep(ns: number): Promise<void> {
  return new Promise((done) => setTimeout(done, Math.floor(ns / 1e6)))
}

export function turn(): Promise<void> {
  return new Promise((done) => setImmediate(done))
}
