import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import {PaceLog} from '#benchmark/clock/pace-log'
import {executionOf} from '#benchmark/judge/execution'
import {summariseRow} from '#benchmark/judge/row'
import type {Elsewhere} from '#benchmark/model/ledger'
import {SampleStore} from '#benchmark/model/sample-store'
import {benchmarkRow} from '#contract/generated/benchmark-row'
import {parse} from '#contract/parse'
import {seedStream} from '#random/stream'
import {NO_VITALS} from '../../support/fakes/no-vitals.ts'
import {SEED} from '../../support/seed.ts'
import {spec} from '../../support/spec.ts'

const it = spec('benchmark row')
const FREE = {timerTickNs: 0, harnessNs: 0}

/** A row of calls with these latencies in ms; a negative one is a failed call. */
function rowFrom(
  latenciesMs: readonly number[],
  cost = FREE,
  client: {clientNs?: number; isElsewhere?: Elsewhere; callers?: number; operation?: 'health'} = {},
) {
  const store = new SampleStore(seedStream('test'))
  for (const [seq, ms] of latenciesMs.entries()) {
    const endNs = Math.round(Math.abs(ms) * 1e6)
    store.add(
      ms < 0
        ? {seq, intendedNs: 0, startNs: 0, endNs, outcome: 'timeout', fault: 'unreachable'}
        : {seq, intendedNs: 0, startNs: 0, endNs, outcome: 'success'},
    )
  }
  const measuredNs = latenciesMs.reduce((sum, ms) => sum + Math.round(Math.abs(ms) * 1e6), 0)
  const measured = {
    warmUpCount: 0,
    warmUpSettled: true,
    measuredNs,
    cutOff: 0,
    clientNs: client.clientNs ?? null,
    isWithinExchange: false,
    isWaitCounted: true,
    vitals: NO_VITALS,
  }
  return summariseRow({
    item: {provider: 'mock', operation: client.operation ?? 'score', isElsewhere: client.isElsewhere ?? false},
    load: {iterations: latenciesMs.length, pacing: {mode: 'closed', concurrency: client.callers ?? 1}, warmUp: 0},
    repeats: [{repeat: 1, store, measured, retries: 0, pace: new PaceLog()}],
    cost,
  })
}

const upTo = (count: number) => Array.from({length: count}, (_, at) => at + 1)

/** The same times in an order that says nothing. */
function mixed(count: number): number[] {
  const stream = seedStream('another order of calls')
  const keyed = upTo(count).map((ms) => ({ms, key: stream.uniform()}))
  return keyed.sort((one, other) => one.key - other.key).map(({ms}) => ms)
}

it('gives each quantile with its limits once the calls carry it', () => {
  const {response} = rowFrom(mixed(200))
  assert.equal(response.p95, {
    estimate: 190,
    n: 200,
    needed_n: 59,
    ci: {low: 184, high: 197, level: 0.95, method: 'order-statistic'},
  })
  assert.is(response.p99.reason, 'insufficient_samples')
})

it('marks a limit that is the maximum as one-sided', () => {
  const {p95} = rowFrom(mixed(60)).response
  assert.is(p95.one_sided, true)
  assert.is(p95.ci?.high, 60)
})

it('gives calls that only went up an interval of twice the way from the middle beyond the greatest, and tells how many would do', () => {
  const {p50, p95, average} = rowFrom(upTo(200)).response
  assert.equal(
    [p50, p95, average].map(({ci}) => [ci?.method, ci?.high]),
    Array(3).fill(['range-doubled', 200 + 2 * (200 - 100.5)]),
  )
  assert.ok((p95.needed_n ?? 0) > 200)
})

it('gives throughput an interval from the times between answers, however many callers there are', () => {
  const ends = mixed(200).map((ms, at) => 300 * at + ms)
  const {throughput, throughput_per_second: rate} = rowFrom(ends)
  assert.is(throughput?.estimate, rate)
  assert.ok((throughput?.ci?.low ?? 0) < (rate ?? 0) && (rate ?? 0) < (throughput?.ci?.high ?? 0))
  assert.is(rowFrom(mixed(19)).throughput?.reason, 'insufficient_samples')
})

it('has null instead of numbers when no call succeeded', () => {
  const row = rowFrom([-5, -5])
  assert.equal(
    [row.success_count, row.error_count, row.average_latency_ms, row.p50_latency_ms, row.throughput_per_second],
    [0, 2, null, null, null],
  )
  assert.is(row.response.p50.reason, 'no_samples')
})

it('marks a row whose median does not stand clear of the clock or of the harness', () => {
  assert.ok(rowFrom(upTo(60), {timerTickNs: 1e6, harnessNs: 1}).marks.includes('timer_limited'))
  assert.ok(rowFrom(upTo(60), {timerTickNs: 1, harnessNs: 2e6}).marks.includes('harness_limited'))
  assert.equal(rowFrom(mixed(60)).marks, ['between_run_variance_unknown'])
  assert.equal(rowFrom(upTo(60)).marks, ['between_run_variance_unknown', 'drifting'])
  // Both halves are told apart for certain, and only one of them by what anybody would act on.
  const halves = (later: number) => [
    ...mixed(60).map((at) => 100 + at / 1000),
    ...mixed(60).map((at) => later + at / 1000),
  ]
  assert.not.ok(rowFrom(halves(101)).marks.includes('drifting'))
  assert.ok(rowFrom(halves(103)).marks.includes('drifting'))
})

it('marks a row of another process in which this one computes a good part of the time', () => {
  const limited = (clientNs: number, isElsewhere = true) => rowFrom(mixed(60), FREE, {clientNs, isElsewhere})
  // Sixty calls take 1.83 s, their median 30.5 ms: a twentieth is 1.5 ms each, 91 ms in all.
  const [much, little] = [limited(200e6), limited(60e6)]
  assert.ok(much.marks.includes('client_limited'))
  assert.not.ok(little.marks.includes('client_limited'))
  assert.not.ok(limited(200e6, false).marks.includes('client_limited'))
  // A millisecond a call is little for one caller; of sixteen that are answered together the last waits for fifteen others.
  assert.ok(rowFrom(mixed(60), FREE, {clientNs: 60e6, isElsewhere: true, callers: 16}).marks.includes('client_limited'))
})

it('marks a module where its calls were not under way one at a time, or were several each', () => {
  const marks = (more: {callers?: number; operation?: 'health'}) =>
    rowFrom(mixed(60), FREE, {clientNs: 200e6, isElsewhere: 'unless_alone', ...more}).marks.includes('client_limited')
  assert.equal([marks({}), marks({callers: 8}), marks({operation: 'health'})], [false, true, true])
})

it('keeps its schema, its sum and the order of its numbers for any calls', async () => {
  const latencies = fc.array(fc.double({min: -1000, max: 1000, noNaN: true}), {maxLength: 400})
  await fc.assert(
    fc.asyncProperty(latencies, async (values) => {
      const row = parse(benchmarkRow, rowFrom(values))
      assert.is(row.success_count + row.error_count, row.iterations)
      const seen = [row.min_latency_ms, row.p50_latency_ms, row.p90_latency_ms, row.p95_latency_ms, row.max_latency_ms]
      const known = seen.filter((value) => value !== null)
      assert.equal(
        known,
        known.toSorted((a, b) => a - b),
      )
    }),
    {seed: SEED, numRuns: 200},
  )
})

it('accepts the errors that a budget allows to the last one, in spite of binary fractions', () => {
  const row = rowFrom([...upTo(90), ...upTo(10).map((ms) => -ms)])
  const state = (budget: object) => executionOf([{row, unreachable: 10}], [budget]).state
  assert.is(state({min_success_rate: 0.9}), 'pass')
  assert.is(state({min_success_rate: 0.91}), 'unavailable')
  assert.is(state({max_error_count: 10}), 'pass')
  assert.is(state({max_error_count: 10, min_success_rate: 0.95}), 'unavailable')
  assert.is(state({provider: 'other', max_error_count: 10}), 'unavailable')
  assert.is(state({max_p95_latency_ms: 1}), 'unavailable')
})

it('is inconclusive when nothing was called', () => {
  assert.is(executionOf([{row: rowFrom([]), unreachable: 0}], []).state, 'inconclusive')
})

it.run()
