import type {Clock} from './clock.ts'
import {LONGEST_MS, type Time, type Timers} from './timers.ts'

/** The clock and the timers of this machine. */
export const systemClock: Time = {
  nowMs: () => Date.now(),
  // Taken once: what is loaded into this process later cannot put another in its place.
  monotonicNs: process.hrtime.bigint,
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(ms, LONGEST_MS))
    return () => clearTimeout(timer)
  },
  every: (ms, run) => {
    const timer = setInterval(run, ms).unref()
    return () => clearInterval(timer)
  },
}

/** A caller's clock with the timers it brings, or with those of this machine. */
export function timeOf(clock: Clock & Partial<Timers>): Time {
  return {
    nowMs: () => clock.nowMs(),
    monotonicNs: () => clock.monotonicNs(),
    after: (ms, run) => (clock.after ? clock.after(ms, run) : systemClock.after(ms, run)),
    every: (ms, run) => (clock.every ? clock.every(ms, run) : systemClock.every(ms, run)),
  }
}
