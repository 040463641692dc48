import {setImmediate as nextTurn} from 'node:timers/promises'
import * as assert from 'uvu/assert'
import {measureBlock} from '#benchmark/clock/measure-block'
import type {Call} from '#benchmark/model/call'
import {stopwatch} from '#benchmark/model/stopwatch'
import {AssayError} from '#error/assay-error'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'

const it = spec('measure block')
const never = new AbortController().signal

function run(
  call: (clock: ReturnType<typeof fakeClock>) => Call,
  load: {count: number; concurrency: number},
  signal = never,
) {
  const clock = fakeClock()
  return measureBlock(call(clock), {firstSeq: 0, ...load}, {watch: stopwatch(clock)}, signal)
}

it('times each call by the monotonic clock to the nanosecond', async () => {
  const block = await run((clock) => async (seq) => void clock.tick((seq + 1) / 1e6), {count: 3, concurrency: 1})
  assert.equal(
    block.calls.map((call) => call.endNs - call.startNs),
    [1, 2, 3],
  )
})

it('reports a call that took no time as zero, without a floor', async () => {
  const block = await run(() => async () => undefined, {count: 2, concurrency: 1})
  assert.equal(
    block.calls.map((call) => call.endNs - call.startNs),
    [0, 0],
  )
})

it('counts a rejection, a throw inside the call and an Assay error as failed calls with a code and a kind', async () => {
  const failures = [
    () => Promise.reject(new Error('secret text')),
    () => {
      throw new TypeError('thrown before any promise')
    },
    () => Promise.reject(new AssayError('timeout', 'no answer')),
    () => Promise.reject('not even an error'),
  ]
  const block = await run(() => (seq) => failures[seq]!(), {count: 4, concurrency: 1})
  assert.equal(
    block.calls.map(({outcome, fault}) => [outcome, fault]),
    [
      ['internal', 'wrong'],
      ['internal', 'wrong'],
      ['timeout', 'unreachable'],
      ['internal', 'wrong'],
    ],
  )
})

it('keeps as many calls under way as the concurrency says, and never more', async () => {
  let underWay = 0
  let most = 0
  const call = async () => {
    most = Math.max(most, ++underWay)
    await nextTurn()
    underWay--
    return undefined
  }
  const block = await run(() => call, {count: 20, concurrency: 4})
  assert.is(most, 4)
  assert.is(block.calls.length, 20)
  assert.equal(
    block.calls.map((facts) => facts.seq).sort((a, b) => a - b),
    [...Array(20).keys()],
  )
})

it('starts no more callers than there are calls', async () => {
  let started = 0
  await run(() => async () => void started++, {count: 2, concurrency: 8})
  assert.is(started, 2)
})

it('returns at once on an abort although a call never settles, and keeps what was finished', async () => {
  const stop = new AbortController()
  const call: Call = (seq) => {
    if (seq < 2) return Promise.resolve(undefined)
    stop.abort('SIGINT')
    return new Promise(() => undefined)
  }
  const block = await run(() => call, {count: 10, concurrency: 1}, stop.signal)
  assert.is(block.calls.length, 2)
  assert.is(block.cutOff, 1)
})

it('does not count a call that failed because of the abort', async () => {
  const stop = new AbortController()
  const call: Call = async () => {
    stop.abort('SIGINT')
    throw new AssayError('cancelled', 'stopped')
  }
  const block = await run(() => call, {count: 3, concurrency: 1}, stop.signal)
  assert.equal(block.calls, [])
  assert.is(block.cutOff, 1)
})

it('makes no call when the signal has come before', async () => {
  let made = 0
  const block = await run(() => async () => void made++, {count: 3, concurrency: 2}, AbortSignal.abort())
  assert.is(made, 0)
  assert.is(block.cutOff, 0)
})

it('lets timers and signals have their turn between calls that never leave the microtask queue', async () => {
  const stop = new AbortController()
  setImmediate(() => stop.abort('SIGINT'))
  const block = await run((clock) => async () => void clock.tick(60), {count: 1_000_000, concurrency: 1}, stop.signal)
  assert.ok(block.calls.length < 10, `${block.calls.length} calls before the signal was seen`)
})

it.run()
