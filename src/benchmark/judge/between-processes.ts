import type {BenchmarkEstimate} from '#contract/generated/types'
import {percentile} from '#stats/quantile'
import {studentLog} from '#stats/student-log'
import {doubledRange} from './doubled-range.ts'

const LEVEL = 0.95

/** The statistic that is estimated: the mean, or the quantile of this share. */
export type Statistic = 'mean' | number

/**
 * An estimate over several processes, times in milliseconds. The interval is that of the typical process, by Student over the logarithms of
 * one value from each; it is cut off at the doubled range of all calls, and widened where the interval of all calls (`ofCalls`) reaches
 * farther or `point` lies outside. Without the cut, two processes of which one was twice as slow would leave open whether a call can take a
 * nanosecond. If a process has no value, there is no estimate of a quantile: a p99 of a process of 60 calls is its maximum.
 */
export function betweenProcesses(
  ofCalls: BenchmarkEstimate,
  point: number | null,
  processesMs: readonly (readonly number[])[],
  of: Statistic,
): BenchmarkEstimate {
  const {n, needed_n = 0, reason, ci} = ofCalls
  if (reason === 'no_samples' || point === null) return ofCalls
  const values = processesMs.flatMap((calls) => numberOf(calls, of) ?? [])
  const isWhole = values.length === processesMs.length && values.every((value) => value > 0)
  const interval = isWhole ? studentLog(values, LEVEL) : undefined
  const least = processesMs.length * leastCalls(of)
  if (!interval) {
    const needed = {n, needed_n: Math.max(needed_n, least), reason: 'insufficient_samples' as const}
    return {estimate: of === 'mean' ? point : null, ...needed}
  }
  const far = doubledRange(processesMs.flat())
  const [low, high] = [
    Math.min(Math.max(interval.low, far.low ?? 0), ci?.low ?? point, point),
    Math.max(Math.min(interval.high, far.high ?? Number.POSITIVE_INFINITY), ci?.high ?? point, point),
  ]
  return {estimate: point, n, needed_n: least, ci: {low, high, level: LEVEL, method: 'student-processes'}}
}

function numberOf(calls: readonly number[], of: Statistic): number | undefined {
  if (of === 'mean') return calls.reduce((sum, ms) => sum + ms / calls.length, 0)
  return calls.length < leastCalls(of) ? undefined : percentile(calls, of)
}

/** Fewest calls of a process whose quantile is not an extreme value. */
function leastCalls(of: Statistic): number {
  return of === 'mean' ? 1 : Math.ceil(1 / (1 - of) - 1e-9)
}
