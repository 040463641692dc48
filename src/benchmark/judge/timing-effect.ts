import type {BenchmarkTiming} from '#contract/generated/types'
import type {Effect, NoEffect} from '#gate/effect'
import {quantileMinimum} from '#stats/quantile'
import {welch, welchChance} from '#stats/welch'
import {Histogram} from '../model/histogram.ts'
import {THROUGHPUT, TIMED_METRICS, type TimedMetric} from '../model/timed-metric.ts'
import {rowIdOf} from './gate-rows.ts'

/** Fewer fresh processes do not show how much one start differs from the next. */
export const LEAST_COMPARED_PROCESSES = 5

const LEVEL = 0.95
const MEDIAN = 0.5

/** What a row of a benchmark is: `provider/operation`, and where its times stand. */
export interface TimedSide {
  readonly timing: BenchmarkTiming
  readonly place: string
}

/**
 * How the candidate's times stand to the base's: per process one number, and the interval of the difference of their means. The process
 * is the unit, because calls of one process share its luck; on the scale `log-ratio` means of logarithms are compared.
 */
export function timingEffect(
  metric: string,
  scale: Effect['scale'],
  {base, candidate}: {readonly base: TimedSide; readonly candidate: TimedSide},
): Effect | NoEffect {
  const [there, here] = [valuesOf(metric, base), valuesOf(metric, candidate)]
  if ('why' in there) return there
  if ('why' in here) return here
  const least = Math.min(there.length, here.length)
  if (least < LEAST_COMPARED_PROCESSES) {
    const reason = `${least} of the ${LEAST_COMPARED_PROCESSES} processes needed on both sides (--repeats ${LEAST_COMPARED_PROCESSES})`
    return {why: 'insufficient', reason}
  }
  const onScale = (values: readonly number[]) => (scale === 'log-ratio' ? values.map(Math.log) : values)
  const [one, other] = [onScale(here), onScale(there)]
  // More per second is better, more milliseconds are worse.
  const [better, worse] = metric === THROUGHPUT ? [one, other] : [other, one]
  const interval = welch(better, worse, LEVEL)
  if (!interval) return {why: 'insufficient', reason: 'too few processes'}
  const {estimate, low, high} = interval
  const n = Math.min(callsOf(base), callsOf(candidate))
  const pAt = (limit: number) => welchChance(better, worse, limit)
  return {scale, estimate, low, high, level: LEVEL, method: 'welch-processes', n, identical: false, pAt}
}

function callsOf({timing, place}: TimedSide): number {
  return timing.rows.find((row) => rowIdOf(row) === place)?.success_count ?? 0
}

/** One value a process; a process without enough calls makes the whole side unusable. */
function valuesOf(metric: string, {timing, place}: TimedSide): number[] | NoEffect {
  const row = timing.rows.find((one) => rowIdOf(one) === place)
  if (!row) return {why: 'missing', reason: `${place} was not measured on both sides`}
  if (row.marks.includes('client_limited')) return {why: 'insufficient', reason: `${place} is client_limited`}
  const timed = TIMED_METRICS.find(({name}) => name === metric)
  const values = row.processes.map(({repeat, throughput_per_second, average_latency_ms, p50_latency_ms}) => {
    if (!timed) return metric === THROUGHPUT ? throughput_per_second : null
    if (timed.kind === 'response' && timed.quantile === undefined) return average_latency_ms
    if (timed.kind === 'response' && timed.quantile === MEDIAN) return p50_latency_ms
    return fromHistogram(timed, timing, {place, repeat})
  })
  const found = values.filter((value): value is number => value !== null && value > 0)
  if (found.length === values.length && found.length > 0) return found
  if (values.includes(0))
    return {why: 'insufficient', reason: `${metric} of a process of ${place} is 0, which has no ratio`}
  return {why: 'insufficient', reason: `a process of ${place} made too few calls for ${metric}`}
}

function fromHistogram(
  {kind, quantile}: TimedMetric,
  {processes}: BenchmarkTiming,
  of: {readonly place: string; readonly repeat: number},
): number | null {
  const process = processes.find((one) => rowIdOf(one) === of.place && one.repeat === of.repeat)
  const histogram = process && Histogram.of(process[kind])
  if (!histogram || quantile === undefined || histogram.count < quantileMinimum(quantile)) return null
  const ns = histogram.quantileNs(quantile)
  return ns === undefined ? null : ns / 1e6
}
