import {PaceLog} from '#benchmark/clock/pace-log'
import {clientShare} from '#benchmark/judge/client-share'
import type {Executed} from '#benchmark/judge/execution'
import {summariseRow} from '#benchmark/judge/row'
import {throughputEstimate} from '#benchmark/judge/throughput-estimate'
import type {CallFacts} from '#benchmark/model/call'
import {FailureLog} from '#benchmark/model/failure-log'
import {SampleStore} from '#benchmark/model/sample-store'
import type {BenchmarkResponse, BenchmarkRow, BenchmarkSample, BenchmarkTiming} from '#contract/generated/types'
import {kindOfCode} from '#gate/execution-rule'
import {seedStream} from '#random/stream'

/** A row as its samples give it, beside what was recorded of it. */
export interface RecountedRow {
  readonly told: BenchmarkRow
  readonly executed: Executed
}

/** The row of a benchmark made again from its calls. What no call tells, such as how long a block took, stays as it was told. */
export function recountRow(
  told: BenchmarkRow,
  samples: readonly BenchmarkSample[],
  harness: BenchmarkTiming['harness'],
): RecountedRow {
  const own = samples.filter(({provider, operation}) => provider === told.provider && operation === told.operation)
  const repeats = told.processes.map(({repeat}, at) => repeatOf(told, {repeat, at}, own))
  const load = {iterations: told.iterations, pacing: pacingOf(told), warmUp: 'auto'} as const
  const made = summariseRow({
    item: told as Parameters<typeof summariseRow>[0]['item'],
    load,
    repeats,
    ...(isOfService(told) && {driftOf: 'service'}),
    cost: {timerTickNs: harness?.timer_tick_ns ?? 0, harnessNs: harness?.harness_ns ?? 0},
  } as Parameters<typeof summariseRow>[0])
  const {total_time_ms, throughput_per_second, warmup_settled, pacing, marks, retry_count} = told
  const processes = made.processes.map((one, at) => ({
    ...one,
    throughput_per_second: told.processes[at]?.throughput_per_second ?? null,
  }))
  const rates = processes.map((one) => one.throughput_per_second)
  const throughput = throughputEstimate(repeats, rates, throughput_per_second)
  const client = told.client && {client: clientShare({load, repeats})}
  const unseen = {
    total_time_ms,
    throughput_per_second,
    throughput,
    warmup_settled,
    pacing,
    marks,
    retry_count,
    processes,
  }
  const kept = {...unseen, ...client}
  const sum = (of: (store: SampleStore) => number) => repeats.reduce((all, {store}) => all + of(store), 0)
  const counts = {unreachable: sum((store) => store.unreachable), refused: sum((store) => store.refused)}
  const row = isEarlier(told) ? asEarlier(told, {...made, ...kept}) : {...made, ...kept}
  return {told, executed: {row, ...counts, repeats}}
}

/** Earlier versions looked for a drift of an open loop in what the provider took, not in what callers waited. */
function isOfService({pacing}: BenchmarkRow): boolean {
  return pacing !== null && pacing.begun_late_p50_ms === undefined
}

/** Whether a version wrote the row that made its intervals in another way. */
export function isEarlier({throughput}: BenchmarkRow): boolean {
  return throughput === undefined
}

/** What an earlier version would have said: its intervals as it told them, the numbers in them as the calls give them. */
function asEarlier(told: BenchmarkRow, {throughput: _, ...made}: BenchmarkRow): BenchmarkRow {
  const response = asTold(told.response, made.response)
  return {
    ...made,
    response,
    service: asTold(told.service, made.service),
    average_latency_ms: response.average.estimate,
    p50_latency_ms: response.p50.estimate,
    p90_latency_ms: response.p90.estimate,
    p95_latency_ms: response.p95.estimate,
    p99_latency_ms: response.p99.estimate,
    p99_9_latency_ms: response.p99_9.estimate,
  }
}

function asTold(told: BenchmarkResponse, made: BenchmarkResponse): BenchmarkResponse {
  const estimate = (name: keyof BenchmarkResponse) => ({
    ...told[name],
    estimate: told[name].estimate === null ? null : (made[name].estimate ?? told[name].estimate),
  })
  return {
    average: estimate('average'),
    p50: estimate('p50'),
    p90: estimate('p90'),
    p95: estimate('p95'),
    p99: estimate('p99'),
    p99_9: estimate('p99_9'),
  }
}

function repeatOf(
  told: BenchmarkRow,
  {repeat, at}: {readonly repeat: number; readonly at: number},
  samples: readonly BenchmarkSample[],
): Executed['repeats'][number] {
  const own = samples.filter((sample) => sample.repeat === repeat)
  const store = new SampleStore(seedStream(`assay/1|samples|${told.provider}|${told.operation}|${repeat}`))
  for (const sample of own) if (sample.phase === 'measure') store.add(callOf(sample))
  const warmUp = own.filter(({phase}) => phase === 'warmup')
  const vitals = {loopDelayMs: null, gc: null, cpuMs: null, load: null}
  const {busy_ns: busyNs, waits_counted: isWaitCounted = false, within} = told.client ?? {}
  const client = {clientNs: busyNs?.[at] ?? null, isWaitCounted, isWithinExchange: within === 'exchange'}
  const measured = {
    warmUpCount: warmUp.length,
    warmUpSettled: told.warmup_settled,
    measuredNs: 0,
    cutOff: 0,
    ...client,
    vitals,
  }
  const facts = {repeat, measured, store, retries: told.retry_count, pace: new PaceLog()}
  if (told.warmup_errors === undefined) return facts
  const warmUpFailed = new FailureLog()
  for (const sample of warmUp) warmUpFailed.add(callOf(sample))
  return {...facts, warmUpFailed}
}

function callOf({seq, intended_ns, start_ns, end_ns, outcome, message}: BenchmarkSample): CallFacts {
  const times = {seq, intendedNs: intended_ns, startNs: start_ns, endNs: end_ns, outcome}
  return outcome === 'success' ? times : {...times, fault: kindOfCode(outcome), ...(message !== undefined && {message})}
}

function pacingOf({concurrency}: BenchmarkRow) {
  return concurrency === null
    ? ({mode: 'open', ratePerSecond: 1, arrival: 'constant', maxInFlight: 1} as const)
    : ({mode: 'closed', concurrency} as const)
}
