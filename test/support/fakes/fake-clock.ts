import {setImmediate as nextTurn} from 'node:timers/promises'
import type {Time} from '#random/timers'

/** A clock, and timers that go by it. */
export interface FakeClock extends Time {
  /** Time passes: what is due runs in its order, each at the time it was due. */
  tick(ms: number): void
  /** Time passes in which the thread is busy: what is due runs when time is told to pass the next time. */
  block(ms: number): void
  /** Sets the wall clock alone, as its owner might. */
  set(nowMs: number): void
  /** What the work comes to, with time passing whenever it waits for nothing but a timer. */
  through<T>(work: Promise<T>): Promise<T>
}

/** So many turns of the event loop without an end count as waiting: enough for work in this process alone. */
const TURNS = 5

/** Time that passes only when told to; wall clock, monotonic clock and timers move together. */
export function fakeClock(nowMs = Date.UTC(2026, 10, 21, 7, 42, 33, 417)): FakeClock {
  let wall = nowMs
  let passedMs = 0
  const timers = new Set<{dueMs: number; run: () => void}>()
  const next = () => [...timers].sort((a, b) => a.dueMs - b.dueMs)[0]
  const goTo = (atMs: number) => {
    wall += atMs - passedMs
    passedMs = atMs
  }
  const set = (dueMs: number, run: () => void) => {
    const timer = {dueMs, run}
    timers.add(timer)
    return timer
  }
  const after: Time['after'] = (ms, run) => {
    const timer = set(passedMs + Math.max(0, ms), () => {
      timers.delete(timer)
      run()
    })
    return () => void timers.delete(timer)
  }
  const every: Time['every'] = (ms, run) => {
    const timer = set(passedMs + ms, () => {
      timer.dueMs += ms
      run()
    })
    return () => void timers.delete(timer)
  }
  const tick = (ms: number) => {
    const untilMs = passedMs + ms
    for (let due = next(); due !== undefined && due.dueMs <= untilMs; due = next()) {
      goTo(Math.max(passedMs, due.dueMs))
      due.run()
    }
    goTo(untilMs)
  }
  const through: FakeClock['through'] = async (work) => {
    let isOver = false
    const end = () => {
      isOver = true
    }
    work.then(end, end)
    for (;;) {
      for (let turn = 0; turn < TURNS && !isOver; turn++) await nextTurn()
      const due = next()
      if (isOver || due === undefined) return await work
      tick(Math.max(0, due.dueMs - passedMs))
    }
  }
  return {
    nowMs: () => Math.floor(wall),
    monotonicNs: () => BigInt(Math.round(passedMs * 1e6)),
    after,
    every,
    tick,
    block: (ms) => goTo(passedMs + ms),
    set: (ms) => {
      wall = ms
    },
    through,
  }
}
