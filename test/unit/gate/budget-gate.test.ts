import * as assert from 'uvu/assert'
import type {BenchmarkRow, BudgetEntry} from '#contract/generated/types'
import {judgeBudgets} from '#gate/budget-gate'
import {spec} from '../../support/spec.ts'

const it = spec('budget gate')
const OPEN = {estimate: null, n: 0, reason: 'insufficient_samples'} as const

function estimate(value: number, low: number, high: number, n = 100) {
  return {estimate: value, n, needed_n: 59, ci: {low, high, level: 0.95, method: 'test'}}
}

function row(changes: Partial<BenchmarkRow> = {}): BenchmarkRow {
  return {
    provider: 'mock',
    operation: 'score',
    iterations: 100,
    concurrency: 1,
    success_count: 100,
    error_count: 0,
    retry_count: 0,
    total_time_ms: 1000,
    average_latency_ms: 10,
    min_latency_ms: 8,
    max_latency_ms: 20,
    p50_latency_ms: 10,
    p90_latency_ms: 14,
    p95_latency_ms: 15,
    p99_latency_ms: null,
    p99_9_latency_ms: null,
    throughput_per_second: 100,
    throughput: estimate(100, 90, 112),
    response: {average: estimate(10, 9, 11), p50: OPEN, p90: OPEN, p95: estimate(15, 13, 18), p99: OPEN, p99_9: OPEN},
    service: {average: OPEN, p50: OPEN, p90: OPEN, p95: OPEN, p99: OPEN, p99_9: OPEN},
    errors: {},
    warmup_count: 5,
    warmup_settled: true,
    kept_samples: 100,
    pacing: null,
    drift: [],
    processes: [],
    marks: [],
    ...changes,
  }
}

const withP95 = (p95: BenchmarkRow['response']['p95']) => row({response: {...row().response, p95}})

const TABLE: readonly [string, BudgetEntry, BenchmarkRow, 'pass' | 'fail' | 'inconclusive'][] = [
  ['every call succeeded', {min_success_rate: 1}, row(), 'pass'],
  ['one call in a hundred failed', {min_success_rate: 1}, row({success_count: 99, error_count: 1}), 'fail'],
  ['the rate is exactly the limit', {min_success_rate: 0.99}, row({success_count: 99, error_count: 1}), 'pass'],
  ['no call was made', {min_success_rate: 0.5}, row({iterations: 0, success_count: 0}), 'inconclusive'],
  ['no call was made, errors', {max_error_count: 5}, row({iterations: 0, success_count: 0}), 'inconclusive'],
  ['as many errors as allowed', {max_error_count: 2}, row({success_count: 98, error_count: 2}), 'pass'],
  ['one error too many', {max_error_count: 1}, row({success_count: 98, error_count: 2}), 'fail'],
  ['a retry too many', {max_retry_count: 0}, row({retry_count: 1}), 'fail'],
  ['no retry', {max_retry_count: 0}, row(), 'pass'],
  ['retries that nobody counted', {max_retry_count: 5}, row({retry_count: null}), 'inconclusive'],
  ['the mean with its interval below the limit', {max_average_latency_ms: 12}, row(), 'pass'],
  ['the mean with its interval above the limit', {max_average_latency_ms: 8}, row(), 'fail'],
  ['the mean below but its interval across the limit', {max_average_latency_ms: 10.5}, row(), 'inconclusive'],
  ['p95 with its interval below the limit', {max_p95_latency_ms: 18}, row(), 'pass'],
  ['p95 with its interval above the limit', {max_p95_latency_ms: 12}, row(), 'fail'],
  ['p95 with its interval across the limit', {max_p95_latency_ms: 16}, row(), 'inconclusive'],
  ['p95 of too few samples', {max_p95_latency_ms: 1e9}, withP95({...OPEN, n: 58, needed_n: 59}), 'inconclusive'],
  ['p95 without an interval', {max_p95_latency_ms: 1e9}, withP95({estimate: 15, n: 100}), 'inconclusive'],
  ['throughput with its interval above the limit', {min_throughput_per_second: 90}, row(), 'pass'],
  ['throughput with its interval below the limit', {min_throughput_per_second: 113}, row(), 'fail'],
  ['throughput with its interval across the limit', {min_throughput_per_second: 100}, row(), 'inconclusive'],
  ['throughput without an interval', {min_throughput_per_second: 1}, row({throughput: OPEN}), 'inconclusive'],
  ['throughput of a few calls', {min_throughput_per_second: 1}, row({success_count: 19}), 'inconclusive'],
  ['throughput without a success', {min_throughput_per_second: 1}, row({throughput_per_second: null}), 'inconclusive'],
]

for (const [name, budget, measured, state] of TABLE) {
  it(`judges ${name}: ${state}`, () => {
    const {gate, rules} = judgeBudgets([budget], [measured])
    assert.equal(
      rules.map((rule) => rule.state),
      [state],
    )
    assert.is(gate.passed, state === 'pass')
    assert.is(gate.violation_count, state === 'fail' ? 1 : 0)
    assert.is(gate.inconclusive_count, state === 'inconclusive' ? 1 : 0)
  })
}

it('leaves a budget open that no result matches, whatever its limits', () => {
  const {gate, rules} = judgeBudgets([{provider: 'analytic', max_error_count: 99}], [row()])
  assert.equal(
    gate.inconclusive.map(({metric, provider, actual}) => [metric, provider, actual]),
    [['matching_results', 'analytic', 0]],
  )
  assert.is(gate.passed, false)
  assert.is(gate.violation_count, 0)
  assert.is(gate.checked_result_count, 0)
  assert.is(rules[0]?.state, 'inconclusive')
})

it('holds a budget without names against every result', () => {
  const {gate} = judgeBudgets(
    [{max_error_count: 0}],
    [row(), row({operation: 'predict', success_count: 99, error_count: 1})],
  )
  assert.is(gate.checked_result_count, 2)
  assert.equal(
    gate.violations.map((violation) => violation.operation),
    ['predict'],
  )
})

it('counts a result once when two budgets speak of it', () => {
  const {gate} = judgeBudgets([{max_error_count: 0}, {operation: 'score', max_retry_count: 0}], [row()])
  assert.is(gate.budget_count, 2)
  assert.is(gate.checked_result_count, 1)
})

it('tells the slowdown that would trip a limit and warns when that is more than threefold', () => {
  const loose = judgeBudgets([{max_p95_latency_ms: 1500, min_throughput_per_second: 50}], [row()])
  assert.equal(
    loose.gate.trip_factors.map(({metric, factor}) => [metric, factor]),
    [
      ['p95_latency_ms', 100],
      ['throughput_per_second', 2],
    ],
  )
  assert.is(loose.caveats.length, 1)
  assert.match(loose.caveats[0] ?? '', '100.0-fold')
  assert.equal(judgeBudgets([{max_p95_latency_ms: 20}], [row()]).caveats, [])
})

it('names what was seen, what was asked and how many samples are missing', () => {
  const {gate} = judgeBudgets([{max_p95_latency_ms: 20}], [withP95({...OPEN, n: 20, needed_n: 59})])
  assert.is(
    gate.inconclusive[0]?.message,
    'mock score: p95_latency_ms is not measured, at most 20 is asked; insufficient_samples (20 of 59 needed)',
  )
})

it('without budgets is a gate that checked nothing and decides nothing', () => {
  const {gate, rules} = judgeBudgets([], [row()])
  assert.is(gate.budget_count, 0)
  assert.equal(rules, [])
})

it.run()
