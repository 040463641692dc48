import type {BenchmarkPacing, BenchmarkRow} from '#contract/generated/types'
import {summarise} from '#stats/summary'
import {detectDrift} from '../clock/drift.ts'
import type {Load} from '../clock/measure-operation.ts'
import {isSuccess, responseNs, serviceNs} from '../model/call.ts'
import type {Histogram} from '../model/histogram.ts'
import type {SampleStore} from '../model/sample-store.ts'
import {clientShare} from './client-share.ts'
import {estimatesOf} from './estimates.ts'
import {marksOf} from './marks.ts'
import type {RepeatFacts, RowReadings} from './row-facts.ts'
import {throughputEstimate} from './throughput-estimate.ts'

/** One row over all its processes. Counts, mean and extremes are over all calls; quantiles over the kept ones. A quantile of too few calls is null. */
export function summariseRow(facts: RowReadings): BenchmarkRow {
  const {item, load, repeats} = facts
  const stores = repeats.map(({store}) => store)
  const successes = sum(stores.map((store) => store.successes))
  const sums = stores.map((store) => store.sumsNs)
  const extremes = stores.flatMap(({extremesNs}) => (extremesNs === undefined ? [] : [extremesNs]))
  const measuredNs = sum(repeats.map(({measured}) => measured.measuredNs))
  const average = (total: number) => (successes === 0 ? undefined : total / successes / 1e6)
  const response = estimatesOf(keptMs(stores, responseNs), average(sum(sums.map((one) => one.response))))
  // In a closed loop a call is due when it begins, so response and service times are equal.
  const service =
    load.pacing.mode === 'closed'
      ? response
      : estimatesOf(keptMs(stores, serviceNs), average(sum(sums.map((one) => one.service))))
  const errors = countsOf(stores.map((store) => store.errors))
  const processes = repeats.map(processOf)
  const perSecond = throughput(successes, measuredNs)
  const time = facts.driftOf ?? (load.pacing.mode === 'closed' ? 'service' : 'response')
  const drift = repeats.flatMap(({store, repeat}) => detectDrift(store.kept, {repeat, time}) ?? [])
  const marks = marksOf({...facts, drift}, medianOf(stores))
  return {
    provider: item.provider,
    operation: item.operation,
    iterations: sum(stores.map((store) => store.count)),
    concurrency: load.pacing.mode === 'closed' ? load.pacing.concurrency : null,
    success_count: successes,
    error_count: sum(Object.values(errors)),
    retry_count: retriesOf(repeats),
    total_time_ms: measuredNs / 1e6,
    average_latency_ms: response.average.estimate,
    min_latency_ms: extremes.length === 0 ? null : Math.min(...extremes.map(({least}) => least)) / 1e6,
    max_latency_ms: extremes.length === 0 ? null : Math.max(...extremes.map(({most}) => most)) / 1e6,
    p50_latency_ms: response.p50.estimate,
    p95_latency_ms: response.p95.estimate,
    throughput_per_second: perSecond,
    throughput: throughputEstimate(
      repeats,
      processes.map((one) => one.throughput_per_second),
      perSecond,
    ),
    p90_latency_ms: response.p90.estimate,
    p99_latency_ms: response.p99.estimate,
    p99_9_latency_ms: response.p99_9.estimate,
    response,
    service,
    errors,
    warmup_count: sum(repeats.map(({measured}) => measured.warmUpCount)),
    ...warmUpErrors(repeats),
    warmup_settled: repeats.every(({measured}) => measured.warmUpSettled),
    kept_samples: sum(stores.map((store) => store.kept.length)),
    pacing: pacingOf(load, repeats),
    drift,
    processes,
    ...(marks.includes('client_limited') && {client: clientShare(facts)}),
    marks,
  }
}

/** One process of the row, so that differences between processes can be seen. */
function processOf({repeat, store, measured}: RepeatFacts): BenchmarkRow['processes'][number] {
  const ms = store.kept.filter(isSuccess).map((call) => responseNs(call) / 1e6)
  return {
    repeat,
    iterations: store.count,
    error_count: store.failed.count,
    average_latency_ms: store.successes === 0 ? null : store.sumsNs.response / store.successes / 1e6,
    p50_latency_ms: summarise(ms)?.median ?? null,
    throughput_per_second: throughput(store.successes, measured.measuredNs),
  }
}

/** The times of the successful kept calls by process, in the order in which the calls began; a sample of very many calls is kept out of order. */
function keptMs(stores: readonly SampleStore[], ns: typeof serviceNs | typeof responseNs): number[][] {
  return stores.map(({kept}) =>
    kept
      .filter(isSuccess)
      .sort((one, other) => one.seq - other.seq)
      .map((call) => ns(call) / 1e6),
  )
}

/** The sums of counts by code, sorted by code. */
function countsOf(counts: readonly ReadonlyMap<string, number>[]): Record<string, number> {
  const errors = new Map<string, number>()
  for (const [code, count] of counts.flatMap((own) => [...own])) {
    errors.set(code, (errors.get(code) ?? 0) + count)
  }
  return Object.fromEntries([...errors].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Empty if an earlier version recorded none. */
function warmUpErrors(repeats: readonly RepeatFacts[]): Pick<BenchmarkRow, 'warmup_errors'> {
  const logs = repeats.flatMap(({warmUpFailed}) => warmUpFailed ?? [])
  return logs.length === repeats.length ? {warmup_errors: countsOf(logs.map(({counts}) => counts))} : {}
}

function retriesOf(repeats: readonly RepeatFacts[]): number | null {
  const told = repeats.flatMap(({retries}) => (retries === null ? [] : [retries]))
  return told.length === 0 ? null : sum(told)
}

function pacingOf({pacing}: Load, repeats: readonly RepeatFacts[]): BenchmarkPacing | null {
  if (pacing.mode === 'closed') return null
  const [late, begunLate] = [repeats.map(({pace}) => pace.late), repeats.map(({pace}) => pace.begunLate)].map(lateness)
  const spanNs = sum(repeats.map(({pace}) => pace.spansNs.real))
  const gaps = sum(repeats.map(({pace}) => pace.gaps))
  return {
    rate_per_second: pacing.ratePerSecond,
    achieved_rate_per_second: spanNs > 0 ? (gaps * 1e9) / spanNs : null,
    arrival: pacing.arrival,
    max_in_flight: pacing.maxInFlight,
    held_back_count: sum(repeats.map(({pace}) => pace.heldBack)),
    late_p50_ms: late?.p50 ?? null,
    late_p99_ms: late?.p99 ?? null,
    late_max_ms: late?.max ?? null,
    begun_late_p50_ms: begunLate?.p50 ?? null,
    begun_late_p99_ms: begunLate?.p99 ?? null,
    begun_late_max_ms: begunLate?.max ?? null,
  }
}

function lateness(ofProcesses: readonly Histogram[]) {
  const all = ofProcesses.reduce((sum, one) => sum.plus(one))
  const ms = (q: number) => {
    const ns = all.quantileNs(q)
    return ns === undefined ? null : ns / 1e6
  }
  return {p50: ms(0.5), p99: ms(0.99), max: ms(1)}
}

/** Successes per second; null without a success, or if the clock saw no time pass. */
function throughput(successes: number, ns: number): number | null {
  return successes > 0 && ns > 0 ? (successes * 1e9) / ns : null
}

function medianOf(stores: readonly SampleStore[]): number | undefined {
  return summarise(stores.flatMap((store) => store.kept.filter(isSuccess).map(serviceNs)))?.median
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
