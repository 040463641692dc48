import type {NodeBaseline, NodeProbe, NodeRequests} from '#contract/generated/types'
import {hodgesLehmann, medianOf} from '#stats/hodges-lehmann'
import {mannWhitney} from '#stats/mann-whitney'
import {newcombe} from '#stats/newcombe'
import {holm} from '#stats/p-adjust'
import {percentile} from '#stats/quantile'
import {theilSen} from '#stats/theil-sen'

/** What was measured in one window; the part of a baseline that is compared. */
export type MetricWindow = Pick<NodeBaseline, 'probes' | 'requests' | 'resources' | 'window_s'>

export type MetricState = 'pass' | 'fail' | 'inconclusive' | 'nodata' | 'improved' | 'warn'

/** One metric of two windows. `before`, `after`, `shift`: in the unit of the metric; absent where nothing was measured. */
export interface ComparedMetric {
  readonly metric: string
  readonly state: MetricState
  readonly before?: number
  readonly after?: number
  readonly shift?: number
  readonly p?: number
  readonly n: readonly [before: number, after: number]
  readonly reason?: string
}

const LEAST_REQUESTS = 200
const LEAST_TIMES = 30
const ALPHA = 0.01
const WORST_P99_MS = 1000

/** The verdict on each metric, from the numbers of both windows alone: who has them can compute it again. */
export function compareWindows(before: MetricWindow, after: MetricWindow, objectiveP99Ms: number): ComparedMetric[] {
  const isSameLength = Math.abs(before.window_s - after.window_s) <= 0.25 * Math.max(before.window_s, after.window_s)
  if (!isSameLength)
    return [{metric: 'windows', state: 'inconclusive', n: [0, 0], reason: 'the windows are not equally long'}]
  return [
    ...compareErrors(before.requests, after.requests),
    ...compareTimes(before.probes, after.probes),
    p99Row(after.probes, objectiveP99Ms),
    ...resourceRows(warmed(before), warmed(after)),
  ]
}

const MOST_ERROR_RATE = 0.01
const CRITICAL_ERROR_RATE = 0.05
const LEAST_DIFFERENCE = 0.001
const REFUSED_DIFFERENCE = 0.01

/** The share of failures, and of what was refused: to one caller for who it is, to the next for how much it asks. */
export function compareErrors(before: NodeRequests, after: NodeRequests): ComparedMetric[] {
  const n = [before.total, after.total] as const
  const rates = {before: rate(before.errors, before.total), after: rate(after.errors, after.total)}
  const base = {metric: 'errors', n, before: rates.before, after: rates.after, shift: rates.after - rates.before}
  if (Math.min(...n) < LEAST_REQUESTS)
    return [{metric: 'errors', n, state: 'inconclusive', reason: `fewer than ${LEAST_REQUESTS} requests a side`}]
  const difference = newcombe(
    {successes: after.errors, trials: after.total},
    {successes: before.errors, trials: before.total},
    0.9,
  )
  const isWorse = base.shift > LEAST_DIFFERENCE && (difference?.low ?? 0) > 0
  const isMany = rates.after > MOST_ERROR_RATE
  const refused = refusedRate(after) - refusedRate(before)
  return [
    {
      ...base,
      state: isMany || isWorse ? 'fail' : (difference?.high ?? 0) < 0 ? 'improved' : 'pass',
      ...(isMany && {
        reason: `more than ${rates.after >= CRITICAL_ERROR_RATE ? '5 % of answers are errors: critical' : '1 % of answers are errors'}`,
      }),
    },
    {metric: 'refused', n, shift: refused, state: refused > REFUSED_DIFFERENCE ? 'warn' : 'pass'},
  ]
}

const rate = (part: number, total: number) => (total === 0 ? 0 : part / total)
const refusedRate = ({refused, limited, total}: NodeRequests) => rate(refused + limited, total)

const LEAST_SHIFT_RATE = 0.2
const LEAST_SHIFT_MS = 5

/** Times of one kind of request, in milliseconds. */
interface Timed {
  readonly kind: string
  readonly ms: readonly number[]
}

/** Whether requests of any kind take longer, with all kinds held against chance together. */
export function compareTimes(before: readonly Timed[], after: readonly Timed[]): ComparedMetric[] {
  const pairs = before.map(({kind, ms}) => ({kind, old: ms, now: after.find((probe) => probe.kind === kind)?.ms ?? []}))
  const enough = pairs.filter(({old, now}) => Math.min(old.length, now.length) >= LEAST_TIMES)
  const shifts = enough.map(({old, now}) => hodgesLehmann(old, now) ?? 0)
  const alone = enough.map(({old, now}, at) => slowerP(old, now, shifts[at] ?? 0))
  const together = holm(alone)
  return pairs.map((pair): ComparedMetric => {
    const at = enough.indexOf(pair)
    if (at >= 0) return latencyRow(pair, shifts[at] ?? 0, {alone: alone[at] ?? 1, together: together[at] ?? 1})
    const head = {metric: `latency.${pair.kind}`, n: [pair.old.length, pair.now.length] as const}
    const isEmpty = pair.old.length + pair.now.length === 0
    return isEmpty
      ? {...head, state: 'nodata'}
      : {...head, state: 'inconclusive', reason: `fewer than ${LEAST_TIMES} times a side`}
  })
}

interface TimedPair {
  readonly kind: string
  readonly old: readonly number[]
  readonly now: readonly number[]
}

/** `p`: alone, and as adjusted for all kinds together. */
function latencyRow(
  {kind, old, now}: TimedPair,
  shift: number,
  p: {readonly alone: number; readonly together: number},
): ComparedMetric {
  const middle = medianOf(old) ?? 0
  const least = Math.max(LEAST_SHIFT_RATE * middle, LEAST_SHIFT_MS)
  const isSlower = p.together < ALPHA && shift > least
  const isFaster = 1 - p.alone < ALPHA && shift < -least
  return {
    metric: `latency.${kind}`,
    n: [old.length, now.length],
    before: middle,
    after: medianOf(now) ?? 0,
    shift,
    p: p.together,
    state: isSlower ? 'fail' : isFaster ? 'improved' : 'pass',
  }
}

/** One-sided: how likely times this much longer are where nothing changed. */
function slowerP(old: readonly number[], now: readonly number[], shift: number): number {
  const both = mannWhitney(old, now) ?? 1
  return shift > 0 ? both / 2 : 1 - both / 2
}

function p99Row(after: readonly NodeProbe[], objectiveMs: number): ComparedMetric {
  const times = after.find(({kind}) => kind === 'read')?.ms ?? []
  const head = {metric: 'read.p99', n: [0, times.length] as const}
  if (times.length < LEAST_REQUESTS)
    return {...head, state: 'inconclusive', reason: `fewer than ${LEAST_REQUESTS} reads`}
  const p99 = percentile(times, 0.99)
  if (p99 === undefined) return {...head, state: 'nodata'}
  const limit = Math.min(objectiveMs, WORST_P99_MS)
  return {...head, after: p99, state: p99 > limit ? 'fail' : 'pass', ...(p99 > limit && {reason: `above ${limit} ms`})}
}

const MOST_RATIO = {memory_bytes: 1.2, cpu_seconds: 1.3, open_fds: 1.5, threads: 1.5} as const
/** Below these differences a ratio of small numbers says nothing. */
const LEAST_GROWTH = {memory_bytes: 32 * 1024 * 1024, cpu_seconds: 0.05, open_fds: 16, threads: 8} as const
const LEAST_SAMPLES = 8
const MOST_GROWTH_AN_HOUR = 0.05

const WARM_UP_S = 60
/** A shorter window is warm-up for the most part. */
const LEAST_WINDOW_S = 300

/** Without what was read while caches fill. */
function warmed(window: MetricWindow): MetricWindow {
  if (window.window_s < LEAST_WINDOW_S) return window
  const resources = (window.resources ?? []).map((one) => ({
    ...one,
    at_s: one.at_s.filter((at) => at >= WARM_UP_S),
    values: one.values.filter((_, index) => (one.at_s[index] ?? 0) >= WARM_UP_S),
  }))
  return {...window, resources}
}

function resourceRows(before: MetricWindow, after: MetricWindow): ComparedMetric[] {
  return (after.resources ?? []).map((now): ComparedMetric => {
    const old = before.resources?.find(({node, metric}) => node === now.node && metric === now.metric)
    const head = {metric: `${now.metric}.${now.node}`, n: [old?.values.length ?? 0, now.values.length] as const}
    if (old === undefined || Math.min(...head.n) < LEAST_SAMPLES) return {...head, state: 'nodata'}
    const middle = now.metric === 'cpu_seconds' ? pace : ({values}: Series) => medianOf(values)
    const [was, is] = [middle(old), middle(now)]
    if (was === undefined || is === undefined) return {...head, state: 'nodata'}
    const isMore = is > MOST_RATIO[now.metric] * was && is - was > LEAST_GROWTH[now.metric]
    const grows = now.metric === 'memory_bytes' && isLeaking(now, is)
    const row = {...head, before: was, after: is, shift: is - was}
    return {...row, state: isMore || grows ? 'fail' : 'pass', ...(grows && {reason: 'it grows all the time'})}
  })
}

/** The slope is above the limit with 95 % confidence, and what has grown is no rounding. */
function isLeaking({at_s, values}: Series, middle: number): boolean {
  const low = theilSen(at_s, values, 0.9)?.low ?? 0
  return low * 3600 > MOST_GROWTH_AN_HOUR * middle && low * spanOf(at_s) > LEAST_GROWTH.memory_bytes
}

interface Series {
  readonly values: readonly number[]
  readonly at_s: readonly number[]
}

const spanOf = (at: readonly number[]) => (at.at(-1) ?? 0) - (at[0] ?? 0)

/** A counter as units a second. */
function pace({values, at_s}: Series): number | undefined {
  const span = spanOf(at_s)
  return span > 0 ? Math.max(0, (values.at(-1) ?? 0) - (values[0] ?? 0)) / span : undefined
}
