import type {BenchmarkDrift} from '#contract/generated/types'
import {mannWhitney} from '#stats/mann-whitney'
import {summarise} from '#stats/summary'
import {type CallFacts, isSuccess, responseNs, serviceNs} from '../model/call.ts'

/** Significance level: below this p-value the two halves of a measurement count as different. */
const ALPHA = 0.01
/** Least number of calls in each half for a drift to be detectable. */
const LEAST = 10

/** The time of a call that is examined. */
export type DriftTime = 'service' | 'response'

/**
 * Compares the durations of the earlier and the later half of the calls: if they differ, one number cannot stand for both. Undefined with
 * too few calls.
 */
export function detectDrift(
  calls: readonly CallFacts[],
  {repeat, time}: {readonly repeat: number; readonly time: DriftTime},
): BenchmarkDrift | undefined {
  const ordered = calls.filter(isSuccess).toSorted((a, b) => a.startNs - b.startNs)
  const ns = time === 'response' ? responseNs : serviceNs
  const ms = ordered.map((call) => ns(call) / 1e6)
  const half = Math.floor(ms.length / 2)
  const [first, second] = [ms.slice(0, half), ms.slice(ms.length - half)]
  const p = half < LEAST ? undefined : mannWhitney(first, second)
  if (p === undefined) return undefined
  const medianOf = (values: readonly number[]) => summarise(values)?.median ?? 0
  const told = time === 'response' ? {time} : {}
  return {repeat, ...told, first_median_ms: medianOf(first), second_median_ms: medianOf(second), p_value: p}
}

/** What many calls show to be another time and nobody would act on is no drift. */
const LEAST_CHANGE = 0.02

/** Whether a process drifts. With several processes one may seem to by chance, so the level is divided by their number. */
export function isDrifting(drifts: readonly BenchmarkDrift[]): boolean {
  return drifts.some(
    ({p_value, first_median_ms: first, second_median_ms: second}) =>
      p_value * drifts.length < ALPHA && Math.abs(second - first) >= LEAST_CHANGE * first,
  )
}
