import type {SteadyClock} from './steady-clock.ts'

/** Length of a window, from the first request of its key. */
export const WINDOW_MS = 3_600_000
/** Most keys counted at once: more would let strangers fill the memory. */
const MOST_KEYS = 100_000

export interface RateWindow {
  readonly startedMs: number
  used: number
}

/** What a caller has left. */
export interface RateState {
  readonly limit: number
  readonly remaining: number
  readonly used: number
  /** Epoch seconds, rounded up. */
  readonly reset: number
}

/** Where a key was counted. */
export interface Counted extends RateState {
  readonly isOver: boolean
  /** Whole seconds until the window ends, at least 1. */
  readonly retryAfter: number
}

/** Counts requests by key in fixed windows. Nothing waits between the question and the count, so no request slips through. */
export class RateLimiter {
  readonly #clock: SteadyClock
  readonly #windows = new Map<string, RateWindow>()
  readonly #changed = new Set<string>()

  /** By a steady clock: a wall clock that is set would end windows, or keep them for ever. */
  constructor(clock: SteadyClock) {
    this.#clock = clock
  }

  /** Counts one request of a key. What is over its limit is not counted: used and remaining always make the limit. */
  count(key: string, limit: number): Counted {
    const nowMs = this.#clock.nowMs()
    const window = this.#current(key, nowMs) ?? this.#open(key, nowMs)
    const isOver = window.used >= limit
    if (!isOver) {
      window.used++
      this.#changed.add(key)
    }
    const endsMs = window.startedMs + WINDOW_MS
    return {...this.#stateOf(window, limit), isOver, retryAfter: Math.max(1, Math.ceil((endsMs - nowMs) / 1000))}
  }

  /** What a key has left, without counting. */
  look(key: string, limit: number): RateState {
    const nowMs = this.#clock.nowMs()
    return this.#stateOf(this.#current(key, nowMs) ?? {startedMs: nowMs, used: 0}, limit)
  }

  /** Takes what was stored before a restart, in wall time. One that began later than now is of a clock that was put back: it begins now, with its count. */
  restore(windows: Iterable<readonly [string, RateWindow]>): void {
    const nowMs = this.#clock.nowMs()
    for (const [key, {startedMs, used}] of windows)
      this.#windows.set(key, {startedMs: Math.min(startedMs, nowMs), used})
  }

  /** Windows that changed since they were asked for the last time, in wall time. */
  takeChanged(): [string, RateWindow][] {
    const changed = [...this.#changed].flatMap((key): [string, RateWindow][] => {
      const window = this.#windows.get(key)
      if (window === undefined) return []
      return [[key, {startedMs: Math.round(this.#clock.toWallMs(window.startedMs)), used: window.used}]]
    })
    this.#changed.clear()
    return changed
  }

  /** They could not be stored: they are given out again. */
  restoreChanged(windows: Iterable<readonly [string, RateWindow]>): void {
    for (const [key] of windows) this.#changed.add(key)
  }

  /** Forgets windows that ended. */
  sweep(): void {
    const nowMs = this.#clock.nowMs()
    for (const [key, window] of this.#windows) if (hasEnded(window, nowMs)) this.#windows.delete(key)
  }

  #current(key: string, nowMs: number): RateWindow | undefined {
    const window = this.#windows.get(key)
    return window === undefined || hasEnded(window, nowMs) ? undefined : window
  }

  #stateOf({startedMs, used}: RateWindow, limit: number): RateState {
    const counted = Math.min(used, limit)
    const endsMs = this.#clock.toWallMs(startedMs + WINDOW_MS)
    return {limit, remaining: limit - counted, used: counted, reset: Math.ceil(endsMs / 1000)}
  }

  #open(key: string, nowMs: number): RateWindow {
    if (this.#windows.size >= MOST_KEYS) this.#makeRoom()
    const window = {startedMs: nowMs, used: 0}
    this.#windows.delete(key)
    this.#windows.set(key, window)
    return window
  }

  /** Windows stand in the order in which they began. */
  #makeRoom(): void {
    this.sweep()
    for (const key of this.#windows.keys()) {
      if (this.#windows.size < MOST_KEYS) return
      this.#windows.delete(key)
    }
  }
}

function hasEnded({startedMs}: RateWindow, nowMs: number): boolean {
  return nowMs >= startedMs + WINDOW_MS
}
