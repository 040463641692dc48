import * as assert from 'uvu/assert'
import {backTest, predictionLimit, relativeNoise} from '#benchmark/calibration/back-test'
import {calibrateBudgets} from '#benchmark/calibration/calibration'
import {Histogram} from '#benchmark/model/histogram'
import {calibrationRules} from '#benchmark/report/calibration-report'
import type {BenchmarkRow, BenchmarkTiming} from '#contract/generated/types'
import {seedStream} from '#random/stream'
import {spec} from '../../support/spec.ts'

const it = spec('calibration')

/** One value a process, spread by factors: `spread` .1 is about 10 %. */
function processes(count: number, label: string, spread = 0.1): number[] {
  const stream = seedStream(label)
  return Array.from({length: count}, () => 5 * Math.exp(spread * stream.gaussian()))
}

it('makes the limit as written down: ten values, t.99,9 2.821438', () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((log) => Math.exp(log / 10))
  // Mean .55, sd .302765; .55 + 2.821438 * .302765 * sqrt(1.1) = 1.445926.
  assert.ok(Math.abs(Math.log(predictionLimit(values, 'above')) - 1.445926) < 1e-5)
  assert.ok(Math.abs(Math.log(predictionLimit(values, 'below')) - (1.1 - 1.445926)) < 1e-5)
})

it('fails identical code in no more than 5 % of held-out processes', () => {
  const rates = Array.from(
    {length: 20},
    (_, run) => backTest(processes(20, `run ${run}`), 'above', `${run}`).falseAlarmRate,
  )
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length
  assert.ok(mean <= 0.05, `${mean}`)
})

it('tells the slowdown that it would catch: small where processes agree, large where they do not', () => {
  const steady = backTest(processes(20, 'steady', 0.02), 'above', 'a').detectableSlowdown
  const shaky = backTest(processes(20, 'shaky', 0.4), 'above', 'a').detectableSlowdown
  assert.ok(steady < 1.15, `${steady}`)
  assert.ok(shaky > 2, `${shaky}`)
})

it('sees that a limit would be noisy: one process of ten stalls', () => {
  const values = processes(10, 'stall', 0.01).map((value, at) => (at === 0 ? 3 * value : value))
  assert.ok(backTest(values, 'above', 'a').falseAlarmRate > 0.05)
})

it('mirrors rates: there less is worse', () => {
  const values = processes(20, 'rate')
  const inverse = values.map((value) => 1 / value)
  const [above, below] = [backTest(values, 'above', 'x'), backTest(inverse, 'below', 'x')]
  assert.ok(Math.abs(above.detectableSlowdown / below.detectableSlowdown - 1) < 1e-9)
})

it('takes as noise what two processes of identical code usually differ by', () => {
  assert.ok(Math.abs(relativeNoise([1, 1.1, 1.21]) - 0.1) < 1e-9)
  assert.is(relativeNoise([2, 2, 2]), 0)
})

/** A timing document with these mean times, one a process; a hundred equal calls in each. */
function timing(meansMs: readonly number[], changes: Partial<BenchmarkRow> = {}): BenchmarkTiming {
  const place = {provider: 'mock', operation: 'score'}
  const row = {
    ...place,
    error_count: 0,
    retry_count: 0,
    processes: meansMs.map((ms, at) => ({
      repeat: at + 1,
      iterations: 100,
      error_count: 0,
      average_latency_ms: ms,
      p50_latency_ms: ms,
      throughput_per_second: 1000 / ms,
    })),
    ...changes,
  }
  const processes = meansMs.map((ms, at) => {
    const response = new Histogram()
    response.add(Math.round(ms * 1e6), 100)
    return {...place, repeat: at + 1, response: response.document()}
  })
  const machine = {fingerprint: `sha256:${'0'.repeat(64)}`, facts: {}}
  return {rows: [row], processes, machine} as unknown as BenchmarkTiming
}

it('makes a candidate to be reviewed: three limits, the old one beside them, a budget as a file takes it', () => {
  const calibration = calibrateBudgets(timing(processes(20, 'doc')), [{provider: 'mock', max_p95_latency_ms: 250}])
  assert.is(calibration.review_required, true)
  assert.equal(
    calibration.limits.map(({limit, old}) => [limit, old]),
    [
      ['max_average_latency_ms', null],
      ['max_p95_latency_ms', 250],
      ['min_throughput_per_second', null],
    ],
  )
  const [entry] = calibration.budget ?? []
  assert.equal([entry?.provider, entry?.operation, entry?.max_error_count], ['mock', 'score', 0])
  assert.ok((entry?.max_average_latency_ms ?? 0) > 5 && (entry?.min_throughput_per_second ?? 1e9) < 200)
  assert.ok((calibration.noise_floors[0]?.ratio ?? 0) >= 1.05)
  assert.ok(calibrationRules(calibration).every(({state}) => state === 'pass'))
})

it('leaves a noisy candidate open', () => {
  const stalls = processes(10, 'stall', 0.01).map((value, at) => (at === 0 ? 3 * value : value))
  const calibration = calibrateBudgets(timing(stalls), [])
  assert.ok(calibration.limits.some(({noisy}) => noisy))
  assert.ok(calibrationRules(calibration).some(({state}) => state === 'inconclusive'))
})

it('refuses a run with errors, with too few processes, and without anything', () => {
  const refusal = (document: BenchmarkTiming) => {
    const {refused, budget, limits} = calibrateBudgets(document, [])
    assert.equal([budget, limits], [null, []])
    return refused
  }
  assert.is(refusal(timing(processes(20, 'e'), {error_count: 2})), '2 calls of mock score failed')
  assert.is(refusal(timing(processes(5, 'e'))), 'mock score ran in 5 of 6 processes')
  assert.is(refusal({...timing([]), rows: []}), 'nothing was measured')
  assert.is(calibrationRules(calibrateBudgets(timing([1, 2]), []))[0]?.state, 'inconclusive')
})

it.run()
