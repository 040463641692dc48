import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {checkRows} from '#audit/check-rows'
import {recountRow} from '#audit/recorded-row'
import {PaceLog} from '#benchmark/clock/pace-log'
import {rowMeasurements} from '#benchmark/judge/gate-rows'
import {loweredAt} from '#benchmark/judge/lowered'
import {providerCalls} from '#benchmark/judge/provider-calls'
import {summariseRow} from '#benchmark/judge/row'
import type {CallFacts} from '#benchmark/model/call'
import {SampleStore} from '#benchmark/model/sample-store'
import {benchmarkRow} from '#contract/generated/benchmark-row'
import type {BenchmarkRow, BenchmarkSample} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {judgeBudgets} from '#gate/budget-gate'
import {judgeRules} from '#gate/rule-outcome'
import {seedStream} from '#random/stream'
import {NO_VITALS} from '../../support/fakes/no-vitals.ts'
import {SEED} from '../../support/seed.ts'
import {spec} from '../../support/spec.ts'

const it = spec('client share')
const CALLS = 100

interface Asked {
  /** What this process took of each call. */
  readonly ownMs?: number
  readonly isWaitCounted?: boolean
  readonly callers?: number
  readonly everyMs?: number
  readonly repeats?: number
}

/** A hundred calls of some 50 ms, one after the other or due every so often, with some milliseconds of this process in each. */
function rowOf({ownMs = 5, isWaitCounted = true, callers = 1, everyMs, repeats = 1}: Asked = {}) {
  const scatter = seedStream('scatter')
  const processes = Array.from({length: repeats}, (_, at) => {
    const store = new SampleStore(seedStream('test'))
    let nowNs = 0
    for (let seq = 0; seq < CALLS; seq++) {
      const intendedNs = everyMs === undefined ? nowNs : seq * everyMs * 1e6
      const endNs = intendedNs + Math.round((50 + ownMs + 4 * scatter.uniform()) * 1e6)
      store.add({seq, intendedNs, startNs: intendedNs, endNs, outcome: 'success'})
      nowNs = endNs
    }
    const measured = {
      warmUpCount: 0,
      warmUpSettled: true,
      measuredNs: nowNs,
      cutOff: 0,
      clientNs: CALLS * ownMs * 1e6,
      isWithinExchange: false,
      isWaitCounted,
      vitals: NO_VITALS,
    }
    return {repeat: at + 1, store, measured, retries: 0, pace: new PaceLog()}
  })
  const pacing =
    everyMs === undefined
      ? ({mode: 'closed', concurrency: callers} as const)
      : ({mode: 'open', ratePerSecond: 1000 / everyMs, arrival: 'constant', maxInFlight: 16} as const)
  return summariseRow({
    item: {provider: 'lab', operation: 'score', isElsewhere: true},
    load: {iterations: CALLS, pacing, warmUp: 0},
    repeats: processes,
    cost: {timerTickNs: 0, harnessNs: 0},
  })
}

const stateOf = (row: BenchmarkRow, budget: object) => judgeBudgets([budget], [row]).rules[0]?.state

function ruleState(row: BenchmarkRow, metric: string, op: 'gte' | 'lte', value: number) {
  const require = {stat: op === 'lte' ? ('ci_high' as const) : ('ci_low' as const), op, value}
  const rule = {id: 'limit', severity: 'gate' as const, metric, select: {}, minN: 1, require}
  const [outcome] = judgeRules([rule], rowMeasurements(row))
  return outcome
}

it('a limit that is kept with what this process took is kept, one that is broken without it is broken', () => {
  const row = parse(benchmarkRow, rowOf())
  assert.ok(row.marks.includes('client_limited'))
  assert.is(row.client?.call_ms, 5)
  for (const limit of ['max_p95_latency_ms', 'max_average_latency_ms']) {
    assert.is(stateOf(row, {[limit]: 250}), 'pass')
    assert.is(stateOf(row, {[limit]: 20}), 'fail')
    assert.is(stateOf(row, {[limit]: 54}), 'inconclusive')
  }
  assert.is(ruleState(row, 'response_ms.p95', 'lte', 250)?.state, 'pass')
  assert.is(ruleState(row, 'response_ms.p95', 'lte', 20)?.state, 'fail')
  const open = ruleState(row, 'response_ms.p95', 'lte', 54)
  assert.equal([open?.state, open?.reason], ['inconclusive', 'client_limited (5.00 ms a call are this machine’s)'])
  // More calls would not tell.
  assert.is(open?.needed_n === undefined || open.needed_n <= CALLS, true)
})

it('a rate that was reached is kept, one that was missed stays open', () => {
  for (const row of [rowOf(), rowOf({callers: 4})]) {
    assert.is(stateOf(row, {min_throughput_per_second: 5}), 'pass')
    assert.is(stateOf(row, {min_throughput_per_second: 500}), 'inconclusive')
    assert.is(ruleState(row, 'throughput_per_second', 'gte', 5)?.state, 'pass')
    assert.is(ruleState(row, 'throughput_per_second', 'gte', 500)?.state, 'inconclusive')
    assert.is(ruleState(row, 'throughput_per_second', 'lte', 500)?.state, 'inconclusive')
    assert.is(ruleState(row, 'throughput_per_second', 'lte', 5)?.state, 'inconclusive')
  }
})

it('several callers at once leave every limit of times open', () => {
  const row = rowOf({callers: 4})
  assert.is(row.client?.times, null)
  assert.equal(
    [1, 1000].map((limit) => stateOf(row, {max_p95_latency_ms: limit})),
    ['inconclusive', 'inconclusive'],
  )
  assert.is(ruleState(row, 'response_ms.p95', 'lte', 1000)?.state, 'inconclusive')
})

it('where waits for a processor are not counted a limit can be kept and not be broken', () => {
  const row = rowOf({isWaitCounted: false})
  assert.is(stateOf(row, {max_p95_latency_ms: 250}), 'pass')
  assert.is(stateOf(row, {max_p95_latency_ms: 20}), 'inconclusive')
})

it('calls by the clock that never met are judged like those of one caller, and those that met are not', () => {
  const [apart, together] = [rowOf({everyMs: 100}), rowOf({everyMs: 30})]
  const states = (row: BenchmarkRow) => [20, 250].map((limit) => stateOf(row, {max_p95_latency_ms: limit}))
  assert.equal(states(apart), ['fail', 'pass'])
  assert.equal(states(together), ['inconclusive', 'inconclusive'])
})

it('several processes are judged by the typical one', () => {
  const row = rowOf({repeats: 5})
  assert.equal(
    [20, 54, 250].map((limit) => stateOf(row, {max_p95_latency_ms: limit})),
    ['fail', 'inconclusive', 'pass'],
  )
})

it('a row of an earlier version, which does not say what was this machine’s, decides nothing', () => {
  const {client: _, ...row} = rowOf()
  const {rules} = judgeBudgets([{max_p95_latency_ms: 250, min_throughput_per_second: 1}], [row])
  assert.equal(
    rules.map(({state, reason}) => [state, reason]),
    [
      ['inconclusive', 'client_limited'],
      ['inconclusive', 'client_limited'],
    ],
  )
  const times = rowMeasurements(row).filter(({metric}) => metric.includes('_ms') || metric.includes('per_second'))
  assert.ok(times.every(({ci, reason}) => ci === undefined && reason === 'client_limited'))
})

/** The calls of a row of one caller as a run keeps them. */
function samplesOf(): BenchmarkSample[] {
  const scatter = seedStream('scatter')
  let nowNs = 0
  return Array.from({length: CALLS}, (_, seq) => {
    const start_ns = nowNs
    nowNs += Math.round((55 + 4 * scatter.uniform()) * 1e6)
    const times = {seq, intended_ns: start_ns, start_ns, end_ns: nowNs}
    const place = {provider: 'lab', operation: 'score', repeat: 1, phase: 'measure' as const}
    return {...place, ...times, attempts: 1, outcome: 'success'}
  })
}

it('what is told of this process is made again from the calls, and another limit is not', () => {
  const row = rowOf()
  const again = (told: BenchmarkRow) => recountRow(told, samplesOf(), null).executed.row.client
  assert.equal(again(row), row.client)
  const client = row.client ?? assert.unreachable('no client')
  assert.not.equal(again({...row, client: {...client, busy_ns: [0]}} as BenchmarkRow), {...client, busy_ns: [0]})
  const {client: _, ...earlier} = row
  assert.is(again(earlier as BenchmarkRow), undefined)
})

it('a run that tells of this machine what cannot be is found', () => {
  const row = rowOf()
  const client = row.client ?? assert.unreachable('no client')
  const found = (told: BenchmarkRow) => {
    const faults: string[] = []
    const limits: string[] = []
    const book = {
      fail: (_: string, __: string, message: string) => faults.push(message),
      limit: (_: string, message: string) => limits.push(message),
    }
    const rows = [recountRow(told, samplesOf(), null)]
    checkRows(rows, {timing: {processes: []} as never, samples: []}, book as never)
    return [faults.filter((fault) => /machine/.test(fault)).length, limits.length]
  }
  assert.equal(found(row), [0, 0])
  assert.equal(found({...row, marks: []}), [1, 0])
  assert.equal(found({...row, client: {...client, busy_ns: [1e15]}} as BenchmarkRow), [1, 0])
  assert.equal(found({...row, client: {...client, busy_ns: []}} as unknown as BenchmarkRow), [1, 0])
  const {client: _, ...earlier} = row
  assert.equal(found(earlier as BenchmarkRow), [0, 1])
})

const gaps = fc.array(fc.tuple(fc.nat(200), fc.integer({min: 1, max: 120}), fc.nat(60)), {minLength: 1, maxLength: 40})

it('holds what a provider would have done alone, however this process delays its calls', () => {
  fc.assert(
    fc.property(gaps, fc.boolean(), (given, isLastFirst) => {
      const due: number[] = []
      // One after the other, as an event loop sends them: each waits for what was before it.
      const sent: number[] = []
      for (const [gap, , own] of given) {
        due.push((due.at(-1) ?? 0) + gap)
        sent.push(Math.max(sent.at(-1) ?? 0, due.at(-1) ?? 0) + own)
      }
      const works = given.map(([, work]) => work)
      const alone = served(due, works, isLastFirst)
      const seen = served(sent, works, isLastFirst)
      const calls = seen.map(
        (endNs, seq): CallFacts => ({
          seq,
          intendedNs: due[seq] ?? 0,
          startNs: due[seq] ?? 0,
          endNs,
          outcome: 'success',
        }),
      )
      const {lowsMs, highsMs} = providerCalls(calls)
      for (const [seq, high] of highsMs.entries()) {
        const trueMs = ((alone[seq] ?? 0) - (due[seq] ?? 0)) / 1e6
        assert.ok(trueMs <= high + 1e-9)
        const ownMs = ((sent[seq] ?? 0) - (due[seq] ?? 0)) / 1e6
        assert.ok((lowsMs[seq] ?? 0) - ownMs <= trueMs + 1e-9)
      }
    }),
    {seed: SEED, numRuns: 500},
  )
})

/** When a provider ends its calls that has one at work at a time: the one that came first, or the one that came last. */
function served(arrivals: readonly number[], works: readonly number[], isLastFirst: boolean): number[] {
  const ends = arrivals.map(() => 0)
  const waiting = new Set(arrivals.keys())
  let now = 0
  while (waiting.size > 0) {
    const here = [...waiting].filter((at) => (arrivals[at] ?? 0) <= now)
    const next = isLastFirst ? here.at(-1) : here[0]
    if (next === undefined) {
      now = Math.min(...[...waiting].map((at) => arrivals[at] ?? 0))
      continue
    }
    now += works[next] ?? 0
    ends[next] = now
    waiting.delete(next)
  }
  return ends
}

it('knows of no rank more than any way of taking leaves of it', () => {
  const shares = fc.array(fc.tuple(fc.integer({min: 1, max: 1000}), fc.integer({min: 0, max: 1000})), {
    minLength: 1,
    maxLength: 30,
  })
  fc.assert(
    fc.property(shares, fc.nat(), (given, chosen) => {
      const taken = given.map(([value, share]) => Math.min(value, share))
      const takenMs = taken.reduce((sum, one) => sum + one, 0)
      const left = given.map(([value], at) => value - (taken[at] ?? 0)).toSorted((a, b) => a - b)
      const sortedMs = given.map(([value]) => value).toSorted((a, b) => a - b)
      const rank = 1 + (chosen % given.length)
      const known = loweredAt({sortedMs, takenMs}, rank)
      assert.ok(known <= (left[rank - 1] ?? 0) + 1e-9)
      assert.ok(known >= 0 && known <= (sortedMs[rank - 1] ?? 0))
    }),
    {seed: SEED, numRuns: 500},
  )
  // And no less: the cheapest way takes exactly that.
  assert.is(loweredAt({sortedMs: [10, 20, 30, 40], takenMs: 20}, 3), 15)
  assert.is(loweredAt({sortedMs: [10, 20, 30, 40], takenMs: 0}, 3), 30)
})

it.run()
