import type {Stopwatch} from '../model/stopwatch.ts'
import {blockMedianNs} from '../model/warm-up.ts'
import {measureBlock} from './measure-block.ts'

/** The cost of measuring itself, in nanoseconds: reported beside the results, never subtracted. Null if the clock stood still. */
export interface HarnessCost {
  readonly timerTickNs: number | null
  readonly harnessNs: number | null
}

const READINGS = 2000
const CALLS = 2000

/** Measures the smallest step between two readings of the clock, and the median call to a provider that does nothing. */
export async function measureHarness(watch: Stopwatch, signal: AbortSignal): Promise<HarnessCost> {
  const idle = () => Promise.resolve(undefined)
  const load = {firstSeq: 0, count: CALLS, concurrency: 1}
  await measureBlock(idle, load, {watch}, signal)
  const {calls} = await measureBlock(idle, load, {watch}, signal)
  return {timerTickNs: timerTickNs(watch), harnessNs: blockMedianNs(calls) ?? null}
}

function timerTickNs(watch: Stopwatch): number | null {
  let least = Number.POSITIVE_INFINITY
  let last = watch()
  for (let reading = 0; reading < READINGS; reading++) {
    const now = watch()
    if (now > last) least = Math.min(least, now - last)
    last = now
  }
  return Number.isFinite(least) ? least : null
}
