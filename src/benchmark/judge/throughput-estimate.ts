import type {BenchmarkEstimate} from '#contract/generated/types'
import {serialSizes} from '#stats/serial-size'
import {studentLog} from '#stats/student-log'
import {isSuccess} from '../model/call.ts'
import {doubledRange} from './doubled-range.ts'
import {meanEstimate} from './mean-estimate.ts'
import type {RepeatFacts} from './row-facts.ts'

const LEVEL = 0.95

/**
 * Successful calls per second with their interval. With several processes it is the interval of the typical one, as for times; with one
 * process it comes from the times between answers, whose mean is the inverse of the rate, however many callers there are. `perSecond` is
 * exact over all calls; null without a success.
 */
export function throughputEstimate(
  repeats: readonly Pick<RepeatFacts, 'store'>[],
  rates: readonly (number | null)[],
  perSecond: number | null,
): BenchmarkEstimate {
  const n = repeats.reduce((sum, {store}) => sum + store.successes, 0)
  if (perSecond === null) return {estimate: null, n, reason: 'no_samples'}
  const [only] = repeats
  if (only && repeats.length === 1) return fromGaps(gapsOf(only), perSecond, n)
  const known = rates.filter((rate) => rate !== null)
  const interval = known.length === rates.length ? studentLog(known, LEVEL) : undefined
  if (!interval) return {estimate: perSecond, n, reason: 'insufficient_samples'}
  const far = farthest(repeats.flatMap(gapsOf), perSecond)
  const [low, high] = [
    Math.min(Math.max(interval.low, far.low), perSecond),
    Math.max(Math.min(interval.high, far.high), perSecond),
  ]
  return {estimate: perSecond, n, ci: {low, high, level: LEVEL, method: 'student-processes'}}
}

/** Limits beyond which a rate is implausible, however few the processes: from the doubled range of the times between answers. */
function farthest(gapsMs: readonly number[], perSecond: number): {readonly low: number; readonly high: number} {
  const {low, high} = doubledRange(gapsMs)
  const work = (perSecond * gapsMs.reduce((sum, gap) => sum + gap, 0)) / gapsMs.length
  return {low: high ? work / high : 0, high: low ? work / low : Number.POSITIVE_INFINITY}
}

function fromGaps(gapsMs: readonly number[], perSecond: number, n: number): BenchmarkEstimate {
  const mean = gapsMs.reduce((sum, gap) => sum + gap / gapsMs.length, 0)
  const {ci, needed_n, reason} = meanEstimate(gapsMs, mean, serialSizes(gapsMs).ofMean)
  const frame = {estimate: perSecond, n, needed_n: (needed_n ?? 0) + 1}
  const [low, high] = [ci?.low ?? 0, ci?.high ?? 0]
  if (!ci || !(low > 0)) return {...frame, reason: reason ?? 'insufficient_samples'}
  return {...frame, ci: {...ci, low: (perSecond * mean) / high, high: (perSecond * mean) / low}}
}

/** Milliseconds between one successful answer and the next. */
function gapsOf({store}: Pick<RepeatFacts, 'store'>): number[] {
  const ends = store.kept
    .filter(isSuccess)
    .map(({endNs}) => endNs)
    .sort((one, other) => one - other)
  return ends.slice(1).map((endNs, at) => (endNs - (ends[at] ?? 0)) / 1e6)
}
