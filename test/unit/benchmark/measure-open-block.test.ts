import * as assert from 'uvu/assert'
import {arrivals} from '#benchmark/clock/arrivals'
import {measureBlock} from '#benchmark/clock/measure-block'
import {measureOpenBlock} from '#benchmark/clock/measure-open-block'
import {measureOperation} from '#benchmark/clock/measure-operation'
import type {CallFacts} from '#benchmark/model/call'
import type {Arrival} from '#benchmark/model/pacing'
import {seedStream} from '#random/stream'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {virtualTime} from '../../support/fakes/virtual-time.ts'
import {spec} from '../../support/spec.ts'

const it = spec('measure open block')
const never = new AbortController().signal

interface Load {
  readonly rate: number
  readonly count: number
  readonly arrival?: Arrival
  readonly maxInFlight?: number
  readonly longestNs?: number
}

/** In virtual time: the n-th call takes so many milliseconds of a clock that only calls and waiting move. */
function open(load: Load, durationMs: (seq: number) => number, signal = never) {
  const clock = fakeClock()
  const {watch, wait} = virtualTime(clock)
  const {rate, count, arrival = 'constant', maxInFlight = 1, longestNs} = load
  const schedule = arrivals({mode: 'open', ratePerSecond: rate, arrival, maxInFlight}, seedStream('test'))
  const size = {firstSeq: 0, count, maxInFlight, arrivals: schedule, ...(longestNs !== undefined && {longestNs})}
  return measureOpenBlock(async (seq) => void clock.tick(durationMs(seq)), size, {watch, wait: wait()}, signal)
}

const responseMs = (calls: readonly CallFacts[]) => calls.map((call) => (call.endNs - call.intendedNs) / 1e6)

function quantile(values: readonly number[], q: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(q * values.length - 1e-9) - 1] ?? Number.NaN
}

const near = (seen: number, expected: number) =>
  assert.ok(Math.abs(seen / expected - 1) <= 0.1, `${seen} is not within 10 % of ${expected}`)

// Every 500th call stalls; a closed loop is blind to those that would have come meanwhile.
const stalls = (seq: number) => (seq % 500 === 499 ? 200 : 1)
const CALLS = 20_000

it('shows the queue behind a stall that a closed loop cannot see', async () => {
  const clock = fakeClock()
  const {watch} = virtualTime(clock)
  const size = {firstSeq: 0, count: CALLS, concurrency: 1}
  const closed = await measureBlock(async (seq) => void clock.tick(stalls(seq)), size, {watch}, never)
  const blind = responseMs(closed.calls)
  for (const [q, ms] of [
    [0.95, 1],
    [0.99, 1],
    [0.999, 200],
  ] as const)
    near(quantile(blind, q), ms)
  const {calls} = await open({rate: 450, count: CALLS}, stalls)
  for (const [q, ms] of [
    [0.95, 169],
    [0.99, 194],
    [0.999, 200],
  ] as const)
    near(quantile(responseMs(calls), q), ms)
  const service = calls.map((call) => (call.endNs - call.startNs) / 1e6)
  near(quantile(service, 0.99), 1)
})

it('begins calls at their times while there is room, to the nanosecond', async () => {
  const {calls, pacing} = await open({rate: 100, count: 5}, () => 3)
  assert.equal(
    calls.map((call) => call.startNs),
    [0, 10e6, 20e6, 30e6, 40e6],
  )
  assert.equal(pacing, {lateNs: [0, 0, 0, 0, 0], heldBack: 0, plannedNs: 40e6, spanNs: 40e6})
})

it('counts from the intended start when calls come faster than they are answered', async () => {
  const {calls, pacing} = await open({rate: 1000, count: 4}, () => 10)
  assert.equal(responseMs(calls), [10, 19, 28, 37])
  assert.equal([pacing?.plannedNs, pacing?.spanNs], [3e6, 30e6])
})

it('counts every call as held back that found no room when it was due, also where room came before its turn', async () => {
  const {pacing} = await open({rate: 1000, count: 4}, () => 10)
  assert.equal([pacing?.heldBack, pacing?.lateNs], [3, [0]])
})

it('keeps a call waiting while as many are under way as there may be, and never begins more', async () => {
  let [underWay, most] = [0, 0]
  const answers: (() => void)[] = []
  const call = () => {
    most = Math.max(most, ++underWay)
    return new Promise<undefined>((done) => answers.push(() => done(void underWay--)))
  }
  const answering = setInterval(() => answers.shift()?.(), 1)
  const {watch, wait} = virtualTime(fakeClock())
  const size = {firstSeq: 0, count: 12, maxInFlight: 3, arrivals: () => 0}
  const {calls, pacing} = await measureOpenBlock(call, size, {watch, wait: wait()}, never)
  clearInterval(answering)
  assert.equal([calls.length, most], [12, 3])
  assert.ok((pacing?.heldBack ?? 0) >= 1)
})

it('draws the same Poisson arrivals from the same seed, with the mean gap of the rate', () => {
  const poisson = () =>
    arrivals({mode: 'open', ratePerSecond: 1000, arrival: 'poisson', maxInFlight: 1}, seedStream('test'))
  const [one, other] = [poisson(), poisson()]
  const times = Array.from({length: 20_001}, () => one())
  assert.equal(
    times.slice(0, 50),
    Array.from({length: 50}, () => other()),
  )
  assert.is(times[0], 0)
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0))
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  assert.ok(Math.abs(mean / 1e6 - 1) < 0.03, `${mean}`)
  // An exponential distribution is longer than its mean in 1/e of all cases.
  const long = gaps.filter((gap) => gap > 1e6).length / gaps.length
  assert.ok(Math.abs(long - 0.3679) < 0.02, `${long}`)
})

it('begins no call after its time is over', async () => {
  const {begun, calls} = await open({rate: 100, count: 1000, longestNs: 25e6}, () => 1)
  assert.equal([begun, calls.length], [3, 3])
})

it('makes the calls of its time and no more, whenever the last one ends', async () => {
  const clock = fakeClock()
  const {watch, wait} = virtualTime(clock)
  const load = {
    iterations: 10_000_000,
    durationNs: 100e6,
    pacing: {mode: 'open', ratePerSecond: 100, arrival: 'constant', maxInFlight: 4},
    warmUp: 0,
  } as const
  let made = 0
  const call = async () => void clock.tick(++made / 1000)
  const ports = {watch, wait: wait(), stream: seedStream('test'), afterBlock: async () => undefined}
  await measureOperation(call, load, ports, never)
  assert.is(made, 10)
})

it('returns at once on an abort although a call never settles', async () => {
  const stop = new AbortController()
  const {watch, wait} = virtualTime(fakeClock())
  const call = (seq: number) => {
    if (seq < 2) return Promise.resolve(undefined)
    stop.abort('SIGINT')
    return new Promise<undefined>(() => undefined)
  }
  const size = {firstSeq: 0, count: 10, maxInFlight: 4, arrivals: () => 0}
  const block = await measureOpenBlock(call, size, {watch, wait: wait()}, stop.signal)
  assert.equal([block.calls.length, block.begun, block.cutOff], [2, 3, 1])
})

it.run()
