import type {Clock} from '#random/clock'

/** Time that passes only when told to. Starts at 2026-11-21T07:42:33.417Z. */
export function fakeClock(): Clock & {tick(ms: number): void} {
  let passedMs = 0
  return {
    nowMs: () => Date.UTC(2026, 10, 21, 7, 42, 33, 417) + Math.floor(passedMs),
    monotonicNs: () => BigInt(Math.round(passedMs * 1e6)),
    tick: (ms) => {
      passedMs += ms
    },
  }
}
