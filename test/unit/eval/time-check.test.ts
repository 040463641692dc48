import * as assert from 'uvu/assert'
import {suitesNamed} from '#eval/catalogue/suites'
import {makeTimeCheck} from '#eval/execute/make-time-check'
import type {ReadyCell} from '#eval/kit/course'
import type {Subject} from '#eval/model/subject'
import {pendulum} from '#world/environment/pendulum/pendulum'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('time of a suite')
const {signal} = new AbortController()
const MINUTE_MS = 60_000

/** A subject each of whose predictions takes so long by a clock of its own. */
function slow(callMs: number, failing = false) {
  let nowNs = 0n
  const exact = fakeSubject()
  const predict: Subject['predict'] = async (request, use) => {
    if (failing) throw new Error('gone')
    nowNs += BigInt(callMs * 1_000_000)
    return await exact.predict(request, use)
  }
  return {subject: fakeSubject({predict, batched: false, inProcess: false}), clock: {monotonicNs: () => nowNs}}
}

const [suite] = suitesNamed(['closed-loop'])
const cells = (trials: number, calls: number | undefined): ReadyCell[] => [
  {
    cell: {trials: Array.from({length: trials}, (_, at) => at)} as never,
    baselines: (async () => undefined) as never,
    calls,
  },
]

async function looked(
  ready: readonly ReadyCell[],
  {callMs = 10, failing = false, concurrency = 1}: {callMs?: number; failing?: boolean; concurrency?: number} = {},
) {
  const told: string[] = []
  let trials = 0
  const replan = (more: number) => {
    trials += more
  }
  const {subject, clock} = slow(callMs, failing)
  const settings = {seed: 42, maxSuiteTimeMs: 30 * MINUTE_MS, concurrency}
  const context = {clock, tell: (text: string) => void told.push(text), replan}
  const check = makeTimeCheck({subject, environment: pendulum, settings}, context, signal)
  assert.ok(suite)
  return {...(await check({suite, subject}, {ready, notRun: []})), told, trials}
}

it('a suite that ends in time runs, and is told of from a minute on', async () => {
  const short = await looked(cells(20, 100))
  assert.is(short.ready.length, 1)
  assert.equal(short.told, [])
  const longer = await looked(cells(20, 1000))
  assert.is(longer.ready.length, 1)
  assert.match(longer.told.join(), 'up to 20,000 calls of about 10 ms take up to 3 min')
})

it('one that would take too long is not begun, whole, with the reason and the time', async () => {
  const {ready, notRun, told, trials} = await looked(cells(20, 19_200))
  assert.is(ready.length, 0)
  assert.match(
    notRun[0]?.reason ?? '',
    /^too_slow \(up to 384,000 calls of about 10 ms take up to 64 min, more than 30 min\)$/,
  )
  assert.is(notRun[0]?.estimated_s, 3840)
  assert.match(told.join(), '--max-suite-time')
  assert.is(trials, -20)
})

it('trials side by side take less time', async () => {
  assert.is((await looked(cells(20, 19_200), {concurrency: 8})).ready.length, 1)
})

it('few calls, and a provider that does not answer, are left to the trials', async () => {
  assert.is((await looked(cells(20, undefined), {callMs: 10_000})).ready.length, 1)
  assert.is((await looked(cells(20, 19_200), {failing: true})).ready.length, 1)
})

it.run()
