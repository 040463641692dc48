import {type CallFacts, isSuccess, serviceNs} from './call.ts'

/** `auto`, or an exact number of calls. */
export type WarmUp = 'auto' | number

const BLOCKS = 5
const LARGEST = 50
const AGREEMENT = 0.05
const SHARE = 0.2

/** The limits of a warm-up: the number of calls given, or with `auto` a fifth of the iterations and of the time. */
export function warmUpLimit(
  warmUp: WarmUp,
  load: {readonly iterations: number; readonly durationNs?: number},
): {readonly calls: number; readonly ns: number} {
  const {iterations, durationNs = Number.POSITIVE_INFINITY} = load
  if (warmUp !== 'auto') return {calls: warmUp, ns: Number.POSITIVE_INFINITY}
  return {calls: Math.ceil(SHARE * iterations), ns: SHARE * durationNs}
}

/** Number of calls in one warm-up block: five blocks fit several times into the limit, and soon show whether they agree. */
export function warmUpBlock(limit: number, concurrency: number): number {
  return Math.max(1, concurrency, Math.min(LARGEST, Math.ceil(limit / (4 * BLOCKS))))
}

/** Median service time of the successful calls in nanoseconds; `undefined` when none succeeded. */
export function blockMedianNs(calls: readonly CallFacts[]): number | undefined {
  const sorted = calls.filter(isSuccess).map(serviceNs)
  sorted.sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

/** True when the last five block medians lie within 5 % of the smallest. A block without a success never agrees. */
export function isSettled(mediansNs: readonly (number | undefined)[]): boolean {
  const last = mediansNs.slice(-BLOCKS)
  const known = last.filter((median) => median !== undefined)
  if (known.length < BLOCKS) return false
  const least = Math.min(...known)
  return Math.max(...known) - least <= AGREEMENT * least
}
