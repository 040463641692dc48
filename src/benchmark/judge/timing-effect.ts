import type {BenchmarkRow, BenchmarkTiming} from '#contract/generated/types'
import {isClientLimited} from '#gate/client-interval'
import type {Effect, NoEffect} from '#gate/effect'
import {quantileMinimum} from '#stats/quantile'
import {welch, welchChance} from '#stats/welch'
import {Histogram} from '../model/histogram.ts'
import {THROUGHPUT, TIMED_METRICS, type TimedMetric} from '../model/timed-metric.ts'
import {clientTimes, isClientApart, possibleStandings, type SideTimes} from './client-apart.ts'
import {rowIdOf} from './gate-rows.ts'

/** Fewest fresh processes that show how much one start differs from the next. */
export const LEAST_COMPARED_PROCESSES = 5

const LEVEL = 0.95
const MEDIAN = 0.5
/** What this machine did within a call is known on average: of the slowest calls it may be much more. */
const OF_A_USUAL_CALL: readonly string[] = [
  'response_ms.p50',
  'response_ms.average',
  'service_ms.p50',
  'service_ms.average',
]

/** The row of one side: its place as `provider/operation`, and the document with its times. */
export interface TimedSide {
  readonly timing: BenchmarkTiming
  readonly place: string
}

/**
 * The effect between the candidate's and the base's times: one number per process, and the interval of the difference of their means. The
 * process is the unit, because calls of one process share its luck; on the scale `log-ratio` means of logarithms are compared.
 */
export function timingEffect(
  metric: string,
  scale: Effect['scale'],
  {base, candidate}: {readonly base: TimedSide; readonly candidate: TimedSide},
): Effect | NoEffect {
  const [there, here] = [timesOf(metric, base), timesOf(metric, candidate)]
  if ('why' in there) return there
  if ('why' in here) return here
  const least = Math.min(there.values.length, here.values.length)
  if (least < LEAST_COMPARED_PROCESSES) {
    const reason = `${least} of the ${LEAST_COMPARED_PROCESSES} processes needed on both sides (--repeats ${LEAST_COMPARED_PROCESSES})`
    return {why: 'insufficient', reason}
  }
  const onScale = (values: readonly number[]) => (scale === 'log-ratio' ? values.map(Math.log) : values)
  const pairs = possibleStandings(there, here).map(([one, other]): [readonly number[], readonly number[]] =>
    // More per second is better, more milliseconds are worse.
    metric === THROUGHPUT ? [onScale(other), onScale(one)] : [onScale(one), onScale(other)],
  )
  const intervals = pairs.flatMap(([better, worse]) => welch(better, worse, LEVEL) ?? [])
  const [asMeasured] = intervals
  if (!asMeasured) return {why: 'insufficient', reason: 'too few processes'}
  const n = Math.min(callsOf(base), callsOf(candidate))
  return {
    scale,
    estimate: asMeasured.estimate,
    low: Math.min(...intervals.map(({low}) => low)),
    high: Math.max(...intervals.map(({high}) => high)),
    level: LEVEL,
    method: 'welch-processes',
    n,
    identical: false,
    pAt: (limit: number) => Math.max(...pairs.map(([better, worse]) => welchChance(better, worse, limit))),
  }
}

function callsOf({timing, place}: TimedSide): number {
  return timing.rows.find((row) => rowIdOf(row) === place)?.success_count ?? 0
}

/** One value a process, and what of it may be this machine's; a process without enough calls makes the whole side unusable. */
function timesOf(metric: string, side: TimedSide): SideTimes | NoEffect {
  const {timing, place} = side
  const row = timing.rows.find((one) => rowIdOf(one) === place)
  if (!row) return {why: 'missing', reason: `${place} was not measured on both sides`}
  const isLimited = isClientLimited(row)
  const held: NoEffect = {why: 'insufficient', reason: `${place} is client_limited`}
  const clientMs = isLimited && OF_A_USUAL_CALL.includes(metric) ? clientTimes(row) : undefined
  if (isLimited && !clientMs) return held
  const values = valuesOf(metric, row, side)
  if ('why' in values) return values
  return isClientApart({values, clientMs}) ? {values, clientMs} : held
}

function valuesOf(metric: string, row: BenchmarkRow, {timing, place}: TimedSide): number[] | NoEffect {
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
