import * as assert from 'uvu/assert'
import {type Load, measureOperation, type Phase} from '#benchmark/clock/measure-operation'
import type {Block} from '#benchmark/model/block'
import type {CallFacts} from '#benchmark/model/call'
import {SampleStore} from '#benchmark/model/sample-store'
import {stopwatch} from '#benchmark/model/stopwatch'
import {seedStream} from '#random/stream'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'

const it = spec('measure operation')
const never = new AbortController().signal
const LOAD: Load = {iterations: 100, pacing: {mode: 'closed', concurrency: 1}, warmUp: 'auto'}

/** Runs against a scripted provider: `durationMs` of the n-th call made, over both phases. */
async function run(load: Partial<Load>, durationMs: (call: number) => number, signal = never) {
  const clock = fakeClock()
  const written: {phase: string; calls: readonly CallFacts[]}[] = []
  let made = 0
  const call = async () => void clock.tick(durationMs(made++))
  const ports = {
    watch: stopwatch(clock),
    wait: async () => undefined,
    stream: seedStream('test'),
    afterBlock: async (phase: Phase, block: Block) => {
      clock.tick(1000)
      written.push({phase, calls: block.calls})
    },
  }
  const measured = await measureOperation(call, {...LOAD, ...load}, ports, signal)
  const count = (phase: string) =>
    written.filter((block) => block.phase === phase).flatMap((block) => block.calls).length
  return {measured, made, written, warm: count('warmup'), measuredCalls: count('measure')}
}

it('of one caller what was done between calls is none of a call, of several all of it is', async () => {
  const clientMs = async (concurrency: number, isTold: boolean) => {
    const clock = fakeClock()
    let busyNs = 0
    const watch = stopwatch(clock)
    const call = async () => {
      const startNs = watch()
      clock.tick(10)
      const endNs = watch()
      busyNs += 4e6
      return {startNs, endNs, ...(isTold && {clientNs: 1e6})}
    }
    const ports = {watch, busy: () => busyNs, wait: async () => undefined, stream: seedStream('test')}
    const load = {...LOAD, warmUp: 0, pacing: {mode: 'closed', concurrency}} as const
    const {clientNs} = await measureOperation(call, load, {...ports, afterBlock: async () => undefined}, never)
    return (clientNs ?? 0) / 1e6 / LOAD.iterations
  }
  assert.equal([await clientMs(1, true), await clientMs(1, false), await clientMs(2, true)], [1, 4, 4])
})

it('ends the warm-up when five block medians agree', async () => {
  const {measured, warm, measuredCalls} = await run({}, () => 2)
  assert.is(measured.warmUpSettled, true)
  assert.is(warm, 5)
  assert.is(measuredCalls, 100)
})

it('goes on warming up while the calls still get faster', async () => {
  const {measured, warm} = await run({iterations: 1000}, (call) => (call < 80 ? 200 - 2 * call : 40))
  assert.is(measured.warmUpSettled, true)
  assert.ok(warm > 80 && warm < 200, `${warm}`)
})

it('gives the warm-up up at a fifth of the iterations and says that nothing settled', async () => {
  const {measured, warm, measuredCalls} = await run({}, (call) => (call % 2 ? 1 : 10))
  assert.is(measured.warmUpSettled, false)
  assert.is(warm, 20)
  assert.is(measuredCalls, 100)
})

it('makes exactly the warm-up calls asked for, also none', async () => {
  assert.is((await run({warmUp: 7}, () => 1)).warm, 7)
  assert.is((await run({warmUp: 0}, () => 1)).made, 100)
})

it('leaves the time of writing between blocks out of the measured time', async () => {
  const {measured} = await run({warmUp: 0}, () => 3)
  assert.is(measured.measuredNs, 300e6)
})

it('begins no call after the duration, and lets the last one end', async () => {
  const {measured, measuredCalls} = await run({iterations: 1000, durationNs: 25e6, warmUp: 0}, () => 10)
  assert.is(measuredCalls, 3)
  assert.is(measured.measuredNs, 30e6)
})

it('ends the warm-up of a duration at a fifth of the time', async () => {
  const {warm, measured, measuredCalls} = await run({iterations: 1_000_000, durationNs: 1000e6}, (call) =>
    call % 2 ? 1 : 19,
  )
  assert.is(measured.warmUpSettled, false)
  assert.ok(warm >= 18 && warm <= 22, `${warm}`)
  assert.ok(measuredCalls >= 98 && measuredCalls <= 102, `${measuredCalls}`)
})

it('stops at the iterations when they are done before the duration', async () => {
  const {measuredCalls} = await run({iterations: 7, durationNs: 1e12, warmUp: 0}, () => 1)
  assert.is(measuredCalls, 7)
})

it('keeps what was finished when a signal ends it', async () => {
  const stop = new AbortController()
  const {measured, measuredCalls} = await run(
    {warmUp: 0},
    (call) => {
      if (call === 60) stop.abort('SIGTERM')
      return 1
    },
    stop.signal,
  )
  assert.is(measuredCalls, 60)
  assert.is(measured.cutOff, 1)
})

it('counts errors apart and leaves them out of the latencies', () => {
  const store = new SampleStore(seedStream('test'))
  store.add({seq: 0, intendedNs: 0, startNs: 0, endNs: 5e6, outcome: 'success'})
  store.add({seq: 1, intendedNs: 0, startNs: 0, endNs: 900e6, outcome: 'timeout', fault: 'unreachable'})
  assert.equal(store.extremesNs, {least: 5e6, most: 5e6})
  assert.equal(store.sumsNs, {response: 5e6, service: 5e6})
  assert.equal([store.response.count, store.failed.count, store.failed.quantileNs(1)], [1, 1, 900e6])
  assert.is(store.successes, 1)
  assert.is(store.unreachable, 1)
  assert.equal([...store.errors], [['timeout', 1]])
})

it('keeps a uniform sample above its limit while counts and extremes stay exact', () => {
  const store = new SampleStore(seedStream('test'), 100)
  for (let seq = 0; seq < 10_000; seq++)
    store.add({seq, intendedNs: 0, startNs: 0, endNs: seq * 1000, outcome: 'success'})
  assert.is(store.count, 10_000)
  assert.is(store.kept.length, 100)
  assert.is(store.isSampled, true)
  assert.is(store.extremesNs?.most, 9_999_000)
  assert.is(store.response.count, 10_000)
  const mean = store.kept.reduce((sum, call) => sum + call.seq, 0) / 100
  assert.ok(mean > 3500 && mean < 6500, `mean of the kept numbers is ${mean}`)
})

it.run()
