import * as assert from 'uvu/assert'
import {type TimedSide, timingEffect} from '#benchmark/judge/timing-effect'
import {Histogram} from '#benchmark/model/histogram'
import type {BenchmarkTiming} from '#contract/generated/types'
import {isEffect} from '#gate/effect'
import {seedStream} from '#random/stream'
import {welch} from '#stats/welch'
import {spec} from '../../support/spec.ts'

const it = spec('timing effect')
const CALLS = 400

/** A run of so many processes; each has its own luck and its calls scatter around it. */
function run(label: string, processes: number, factor = 1): TimedSide {
  const stream = seedStream(`assay/1|42|test|${label}|timing`)
  const rows = Array.from({length: processes}, (_, at) => {
    const base = factor * (1 + 0.03 * stream.gaussian())
    const histogram = new Histogram()
    const times = Array.from({length: CALLS}, () => base * (1 + 0.1 * Math.abs(stream.gaussian())))
    for (const ms of times) histogram.add(Math.round(ms * 1e6))
    const sorted = times.toSorted((a, b) => a - b)
    const mean = times.reduce((sum, ms) => sum + ms / CALLS, 0)
    return {repeat: at + 1, p50: sorted[CALLS / 2] ?? 0, mean, histogram: histogram.document()}
  })
  const timing = {
    rows: [
      {
        provider: 'mock',
        operation: 'score',
        success_count: CALLS * processes,
        marks: [],
        processes: rows.map(({repeat, p50, mean}) => ({
          repeat,
          iterations: CALLS,
          error_count: 0,
          average_latency_ms: mean,
          p50_latency_ms: p50,
          throughput_per_second: 1000 / mean,
        })),
      },
    ],
    processes: rows.map(({repeat, histogram}) => ({
      provider: 'mock',
      operation: 'score',
      repeat,
      response: histogram,
      service: histogram,
    })),
  }
  return {timing: timing as unknown as BenchmarkTiming, place: 'mock/score'}
}

const ratio = (metric: string, base: TimedSide, candidate: TimedSide) =>
  timingEffect(metric, 'log-ratio', {base, candidate})

it('the difference of two means with unlike spreads has its known limits', () => {
  // By hand: means 3 and 6, squared errors .5 and 2, degrees 5.882353, t 2.458977.
  const {estimate, low, high} = welch([1, 2, 3, 4, 5], [2, 4, 6, 8, 10])!
  assert.is(estimate, -3)
  assert.ok(Math.abs(high - low - 2 * 2.459 * Math.sqrt(2.5)) < 0.01, `${low} ${high}`)
  assert.is(welch([1], [1, 2, 3]), undefined)
  assert.equal([welch([2, 2], [1, 1])?.low, welch([2, 2], [1, 1])?.high], [1, 1])
})

it('a slower candidate is worse in every time, and in throughput too', () => {
  const [base, slow] = [run('a', 5), run('b', 5, 1.5)]
  for (const metric of ['response_ms.p50', 'response_ms.p95', 'service_ms.p95', 'throughput_per_second']) {
    const found = ratio(metric, base, slow)
    assert.ok(isEffect(found) && found.high < -Math.log(1.2), metric)
    const back = ratio(metric, slow, base)
    assert.ok(isEffect(back) && back.low > Math.log(1.2), metric)
  }
})

it('five processes against five leave a chance that few values can leave, however far they lie apart', () => {
  const found = ratio('response_ms.p50', run('a', 5), run('b', 5, 1.5))
  if (!isEffect(found)) throw new Error(found.reason)
  const chance = found.pAt?.(0) ?? 0
  // By a normal curve with the width of this interval it would be below 1e-40.
  assert.ok(chance > 1e-14 && chance < 1e-3, `${chance}`)
  const near = (limit: number) => Math.abs((found.pAt?.(limit) ?? 0) - 0.05) < 1e-9
  assert.ok(near(found.low) && near(found.high))
})

it('fewer than five processes, too few calls and a row that is not there say nothing', () => {
  const base = run('a', 5)
  const why = (found: ReturnType<typeof ratio>) => (isEffect(found) ? 'effect' : found.why)
  assert.is(why(ratio('response_ms.p50', base, run('b', 4))), 'insufficient')
  assert.is(why(ratio('response_ms.p99.9', base, run('b', 5))), 'insufficient')
  assert.is(why(ratio('response_ms.p50', base, {...run('b', 5), place: 'mock/predict'})), 'missing')
})

it('identical code misses equality in about 5 % of pairs, although processes differ', () => {
  let missed = 0
  for (let pair = 0; pair < 200; pair++) {
    const found = ratio('response_ms.p50', run(`base ${pair}`, 5), run(`candidate ${pair}`, 5))
    if (isEffect(found) && (found.low > 0 || found.high < 0)) missed++
  }
  assert.ok(missed <= 18, `${missed} of 200`)
})

it.run()
