import * as assert from 'uvu/assert'
import {recountRow} from '#audit/recorded-row'
import {fallsBehind} from '#benchmark/clock/falls-behind'
import {PaceLog} from '#benchmark/clock/pace-log'
import {summariseRow} from '#benchmark/judge/row'
import type {CallFacts} from '#benchmark/model/call'
import {SampleStore} from '#benchmark/model/sample-store'
import {processTables} from '#benchmark/report/process-table'
import {benchmarkRow} from '#contract/generated/benchmark-row'
import type {BenchmarkRow, BenchmarkSample, BenchmarkTiming} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {seedStream} from '#random/stream'
import {NO_VITALS} from '../../support/fakes/no-vitals.ts'
import {spec} from '../../support/spec.ts'

const it = spec('overload')
const MS = 1e6

/** Calls that are due every `gapMs` at a server that takes one at a time, `serviceMs` for each, and some noise. */
function queued(count: number, gapMs: number, serviceMs: number): CallFacts[] {
  const noise = seedStream('overload')
  let freeNs = 0
  return Array.from({length: count}, (_, seq) => {
    const intendedNs = seq * gapMs * MS
    freeNs = Math.max(intendedNs, freeNs) + Math.round(serviceMs * (0.9 + 0.2 * noise.uniform()) * MS)
    return {seq, intendedNs, startNs: intendedNs, endNs: freeNs, outcome: 'success'}
  })
}

/** A row of calls that all began when they were due, unless it is said how late. */
function rowOf(calls: readonly CallFacts[], lateNs = calls.map(() => 0)): BenchmarkRow {
  const store = new SampleStore(seedStream('test'))
  for (const call of calls) store.add(call)
  const pace = new PaceLog()
  const [endNs, dueNs] = [Math.max(...calls.map((call) => call.endNs)), calls.at(-1)?.intendedNs ?? 0]
  const pacing = {lateNs, heldBack: 0, plannedNs: dueNs, spanNs: dueNs}
  pace.add({calls, begun: calls.length, startNs: 0, endNs, cutOff: 0, pacing})
  const measured = {
    warmUpCount: 0,
    warmUpSettled: true,
    measuredNs: endNs,
    cutOff: 0,
    clientNs: null,
    isWithinExchange: false,
    isWaitCounted: true,
    vitals: NO_VITALS,
  }
  const row = summariseRow({
    item: {provider: 'mock', operation: 'score'},
    load: {
      iterations: calls.length,
      pacing: {mode: 'open', ratePerSecond: 200, arrival: 'constant', maxInFlight: 1024},
      warmUp: 0,
    },
    repeats: [{repeat: 1, store, measured, retries: 0, pace}],
    cost: {timerTickNs: 0, harnessNs: 0},
  })
  return parse(benchmarkRow, row)
}

const tableOf = (rows: BenchmarkRow[]) =>
  processTables({rows, processes: []} as unknown as BenchmarkTiming).find(({name}) => name === 'schedule')

it('a server that answers fewer calls than come falls behind, and one that keeps up does not', () => {
  assert.is(fallsBehind(queued(200, 5, 22)), true)
  assert.is(fallsBehind(queued(200, 5, 6)), true)
  assert.is(fallsBehind(queued(200, 5, 4)), false)
  assert.is(fallsBehind([]), false)
})

it('answers that take long and no longer than before are no overload', () => {
  const slow = Array.from({length: 200}, (_, seq) => {
    const intendedNs = seq * 5 * MS
    const noiseNs = (seq % 7) * MS
    return {seq, intendedNs, startNs: intendedNs, endNs: intendedNs + 800 * MS + noiseNs, outcome: 'success'}
  })
  assert.is(fallsBehind(slow), false)
})

it('a row tells the rate that was answered beside that at which calls began, and its overload', () => {
  const row = rowOf(queued(200, 5, 22))
  assert.ok(row.marks.includes('overloaded'))
  assert.not.ok(row.marks.includes('rate_not_met'))
  const table = tableOf([row])
  const shown = Object.fromEntries(table?.columns.map((column, at) => [column, table.rows[0]?.[at]]) ?? [])
  assert.ok(Number(shown['begun/s']) > 195)
  assert.ok(Number(shown['answered/s']) < 50)
  assert.not.ok(rowOf(queued(200, 5, 4)).marks.includes('overloaded'))
})

it('a queue of calls that this machine could not begin in time is no overload of the provider', () => {
  const calls = queued(200, 5, 22)
  const late = (share: number) =>
    rowOf(
      calls,
      calls.map(({intendedNs, endNs}) => share * (endNs - intendedNs)),
    ).marks
  assert.not.ok(late(0.9).includes('overloaded'))
  assert.ok(late(0.1).includes('overloaded'))
})

it('how late calls began counts those that were held back', () => {
  const late = queued(100, 5, 22).map((call) => ({...call, startNs: call.endNs - 20 * MS}))
  const {pacing} = rowOf(late)
  assert.is(pacing?.late_p50_ms, 0)
  assert.ok((pacing?.begun_late_p50_ms ?? 0) > 500)
  assert.ok((pacing?.begun_late_max_ms ?? 0) > (pacing?.begun_late_p50_ms ?? 0))
})

it('rows of earlier versions are shown as they were', () => {
  const {pacing, ...row} = rowOf(queued(100, 5, 4))
  assert.ok(pacing)
  const {begun_late_p50_ms, begun_late_p99_ms, begun_late_max_ms, ...former} = pacing
  assert.equal(tableOf([{...row, pacing: former}])?.columns, [
    'provider',
    'operation',
    'rate',
    'achieved',
    'held back',
    'late p50 ms',
    'late p99 ms',
    'late max ms',
  ])
})

it('the halves of an open loop are told apart by what callers wait, and those of earlier rows by the service', () => {
  const calls = queued(200, 5, 22).map((call) => ({...call, startNs: call.endNs - 22 * MS - (call.seq % 5)}))
  const row = rowOf(calls)
  assert.ok(row.marks.includes('drifting'))
  assert.is(row.drift[0]?.time, 'response')
  assert.ok((row.drift[0]?.second_median_ms ?? 0) > 2 * (row.drift[0]?.first_median_ms ?? 0))
  const samples = calls.map(
    ({seq, intendedNs, startNs, endNs}): BenchmarkSample => ({
      seq,
      phase: 'measure',
      provider: 'mock',
      operation: 'score',
      repeat: 1,
      intended_ns: intendedNs,
      start_ns: startNs,
      end_ns: endNs,
      outcome: 'success',
      attempts: 1,
    }),
  )
  assert.equal(recountRow(row, samples, null).executed.row.drift, row.drift)
  assert.ok(row.pacing)
  const {begun_late_p50_ms, begun_late_p99_ms, begun_late_max_ms, ...pacing} = row.pacing
  const [former] = recountRow({...row, pacing}, samples, null).executed.row.drift
  assert.is(former?.time, undefined)
  assert.ok((former?.second_median_ms ?? 0) < 23)
})

it.run()
