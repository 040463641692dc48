import type {NodeRequests} from '#contract/generated/types'
import {type MetricSample, requestsByStatus} from './prometheus.ts'

/** One bound of a histogram, in seconds, and how many were not slower. */
interface Bucket {
  readonly most: number
  readonly count: number
}

/** How requests of one route ended. */
export interface RouteAnswers {
  readonly total: number
  /** With a status below 400. */
  readonly good: number
  /** With any 4xx: what one service calls unauthorized is not found for the next. */
  readonly refused: number
}

/** Requests of users that a node answered in some time: how they ended, and how long those of each route took that ended well. */
export interface Traffic {
  readonly requests: NodeRequests
  /** By method and template of the route; bounds go up. */
  readonly routes: ReadonlyMap<string, readonly Bucket[]>
  /** By the names of `routes`; those too that nothing ended well of. */
  readonly answers: ReadonlyMap<string, RouteAnswers>
}

/** Whoever watches asks these, and so does the driver of an upgrade: they say nothing of users. */
const WATCHED = /^\/?(health|metrics|livez|readyz|api\/(node|consensus|rate_limit))(\/|$)/
const DURATIONS = 'http_request_duration_seconds_bucket'

/**
 * What came between two readings of one node; a counter that fell began anew. Undefined where a reading is missing, or does not tell requests by their route:
 * then those of users are not known from those of whoever watches.
 */
export function trafficBetween(
  before: readonly MetricSample[] | undefined,
  after: readonly MetricSample[] | undefined,
): Traffic | undefined {
  if (before === undefined || after === undefined) return undefined
  if (requestsByStatus(after.filter(hasRoute)).size === 0) return undefined
  const [was, is] = [before.filter(isOfUsers), after.filter(isOfUsers)]
  return {requests: requestsOf(was, is), routes: routesOf(was, is), answers: answersOf(was, is)}
}

/** Traffic of several nodes together. */
export function sumTraffic(all: readonly Traffic[]): Traffic {
  const requests = {total: 0, errors: 0, refused: 0, limited: 0}
  for (const {requests: own} of all) {
    for (const key of ['total', 'errors', 'refused', 'limited'] as const) requests[key] += own[key]
  }
  const names = new Set(all.flatMap(({routes}) => [...routes.keys()]))
  const routes = [...names].map((name) => {
    const counts = new Map<number, number>()
    for (const {most, count} of all.flatMap((one) => one.routes.get(name) ?? []))
      counts.set(most, (counts.get(most) ?? 0) + count)
    return [name, sorted(counts)] as const
  })
  return {requests, routes: new Map(routes), answers: sumAnswers(all)}
}

function sumAnswers(all: readonly Traffic[]): Map<string, RouteAnswers> {
  const sums = new Map<string, RouteAnswers>()
  for (const [route, {total, good, refused}] of all.flatMap(({answers}) => [...answers])) {
    const sum = sums.get(route) ?? {total: 0, good: 0, refused: 0}
    sums.set(route, {total: sum.total + total, good: sum.good + good, refused: sum.refused + refused})
  }
  return sums
}

const MOST_TIMES = 400

/**
 * Times in milliseconds that are spread as a histogram says, in a straight line within each of its buckets; of the last one, its lower bound. No more than 400:
 * they stand for all.
 */
export function timesOf(buckets: readonly Bucket[]): number[] {
  const total = buckets.at(-1)?.count ?? 0
  const length = Math.min(MOST_TIMES, Math.round(total))
  return Array.from({length}, (_, index) => {
    const rank = ((index + 0.5) / length) * total
    const at = buckets.findIndex(({count}) => count >= rank)
    const [below, own] = [buckets[at - 1] ?? {most: 0, count: 0}, buckets[at] ?? {most: 0, count: 0}]
    if (!Number.isFinite(own.most)) return below.most * 1000
    return (below.most + (own.most - below.most) * ((rank - below.count) / (own.count - below.count))) * 1000
  })
}

const routeOf = ({labels}: MetricSample) => labels['route'] ?? labels['handler'] ?? labels['path']
const hasRoute = (sample: MetricSample) => routeOf(sample) !== undefined
const isOfUsers = (sample: MetricSample) => hasRoute(sample) && !WATCHED.test(routeOf(sample) ?? '')
const grown = (before: number, after: number) => (after < before ? after : after - before)

const nameOf = (sample: MetricSample) => `${sample.labels['method'] ?? ''} ${routeOf(sample)}`.trim()

/** How many answers came, and with which status. */
function cameBetween(before: readonly MetricSample[], after: readonly MetricSample[]) {
  const was = requestsByStatus(before)
  return [...requestsByStatus(after)].map(([key, value]) => {
    return {status: Number(key.split('|', 1)[0]), more: grown(was.get(key) ?? 0, value)}
  })
}

function requestsOf(before: readonly MetricSample[], after: readonly MetricSample[]): NodeRequests {
  const sums = {total: 0, errors: 0, refused: 0, limited: 0}
  for (const {status, more} of cameBetween(before, after)) {
    sums.total += more
    if (status >= 500) sums.errors += more
    if (status === 401 || status === 403) sums.refused += more
    if (status === 429) sums.limited += more
  }
  return sums
}

function answersOf(before: readonly MetricSample[], after: readonly MetricSample[]): Map<string, RouteAnswers> {
  const routes = [...Map.groupBy(after, nameOf)].map(([route, samples]) => {
    const sums = {total: 0, good: 0, refused: 0}
    for (const {status, more} of cameBetween(before, samples)) {
      sums.total += more
      if (status < 400) sums.good += more
      if (status >= 400 && status < 500) sums.refused += more
    }
    return [route, sums] as const
  })
  return new Map(routes.filter(([, {total}]) => total > 0))
}

function routesOf(before: readonly MetricSample[], after: readonly MetricSample[]): Map<string, readonly Bucket[]> {
  const [was, is] = [bucketsIn(before), bucketsIn(after)]
  return new Map(
    [...is].map(([route, counts]) => {
      const own = was.get(route)
      return [route, sorted(new Map([...counts].map(([most, count]) => [most, grown(own?.get(most) ?? 0, count)])))]
    }),
  )
}

/** Histogram buckets of successful responses, where the histogram separates them. */
function bucketsIn(samples: readonly MetricSample[]): Map<string, Map<number, number>> {
  const routes = new Map<string, Map<number, number>>()
  for (const sample of samples) {
    const {name, labels, value} = sample
    const {le, status_class: status = '2xx'} = labels
    if (!name.endsWith(DURATIONS) || le === undefined || status !== '2xx') continue
    const route = nameOf(sample)
    const counts = routes.get(route) ?? new Map<number, number>()
    const most = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le)
    counts.set(most, (counts.get(most) ?? 0) + value)
    routes.set(route, counts)
  }
  return routes
}

const sorted = (counts: ReadonlyMap<number, number>): Bucket[] =>
  [...counts].map(([most, count]) => ({most, count})).sort((a, b) => a.most - b.most)
