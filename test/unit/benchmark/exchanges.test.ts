import * as assert from 'uvu/assert'
import {measureCall} from '#benchmark/clock/measure-call'
import {stopwatch} from '#benchmark/model/stopwatch'
import {Exchanges} from '#benchmark/session/exchanges'
import {ProviderError} from '#error/provider-error'
import {policyOf} from '#provider/model/request-policy'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {rig as libraryRig, scripted} from '../../support/fakes/scripted-provider.ts'
import {spec} from '../../support/spec.ts'

const it = spec('exchanges')
const never = new AbortController().signal

function rig() {
  const clock = fakeClock()
  const exchanges = new Exchanges(stopwatch(clock))
  return {clock, exchanges, passMs: (ms: number) => clock.tick(ms)}
}

it('an exchange goes from the first time that somebody is asked to the last answer', () => {
  const {exchanges, passMs} = rig()
  passMs(1)
  exchanges.asked('a')
  passMs(2)
  exchanges.asked('a')
  passMs(3)
  exchanges.answered('a')
  passMs(4)
  assert.equal(exchanges.take('a'), {startNs: 1e6, endNs: 6e6})
  assert.is(exchanges.take('a'), undefined)
})

it('what a provider took itself counts where it was asked once, and never beyond the exchange', () => {
  const {exchanges, passMs} = rig()
  const exchange = (attempts: number, ownMs: number) => {
    for (let at = 0; at < attempts; at++) exchanges.asked('a')
    passMs(10)
    exchanges.took('a', ownMs * 1e6)
    exchanges.answered('a')
    const {startNs, endNs} = exchanges.take('a') ?? {startNs: 0, endNs: -1}
    return (endNs - startNs) / 1e6
  }
  assert.equal([exchange(1, 3), exchange(2, 3), exchange(1, 30)], [3, 10, 10])
})

it('what this process does within an exchange is counted for one caller alone, and nothing of what it does between', () => {
  const clock = fakeClock()
  let busyNs = 0
  const exchanges = new Exchanges(stopwatch(clock), () => busyNs)
  const work = (ms: number) => {
    busyNs += ms * 1e6
    clock.tick(ms)
  }
  const exchange = () => {
    work(5)
    exchanges.asked('a')
    work(2)
    clock.tick(30)
    exchanges.asked('a')
    work(1)
    exchanges.answered('a')
    work(7)
    return exchanges.take('a')?.clientNs
  }
  assert.is(exchange(), undefined)
  exchanges.countBusy(true)
  assert.is(exchange(), 3e6)
  exchanges.countBusy(false)
  assert.is(exchange(), undefined)
})

it('who was not asked, or did not answer, has no exchange', () => {
  const {exchanges} = rig()
  exchanges.answered('a')
  exchanges.took('a', 1)
  assert.is(exchanges.take('a'), undefined)
  exchanges.asked('b')
  assert.is(exchanges.take('b'), undefined)
})

it('a call is timed by its exchange; one that says nothing or fails by itself', async () => {
  const {clock} = rig()
  const watch = stopwatch(clock)
  const timed = await measureCall(async () => ({startNs: 3, endNs: 5}), {seq: 0}, watch, never)
  assert.equal([timed.intendedNs, timed.startNs, timed.endNs, timed.outcome], [3, 3, 5, 'success'])
  const due = await measureCall(async () => ({startNs: 3, endNs: 5}), {seq: 0, intendedNs: 1}, watch, never)
  assert.equal([due.intendedNs, due.startNs], [1, 3])
  const silent = await measureCall(async () => void clock.tick(1), {seq: 0}, watch, never)
  assert.is(silent.endNs - silent.startNs, 1e6)
  const failed = () => {
    clock.tick(2)
    return Promise.reject(new ProviderError('busy', 'later'))
  }
  const {endNs, startNs, outcome} = await measureCall(failed, {seq: 0}, watch, never)
  assert.equal([endNs - startNs, outcome], [2e6, 'busy'])
})
it('a provider is timed from when its request is handed over, at the first of several attempts, until its answer is there', async () => {
  const told: string[] = []
  const tell = (what: string) => (id: string) => void told.push(`${what} ${id}`)
  const witness = {asked: tell('asked'), answered: tell('answered'), took: tell('took')}
  let asked = 0
  const request_policy = policyOf({health: [5, 1], request: [20, 3]})
  const score = () => {
    told.push('at it')
    if (++asked < 3) throw new ProviderError('busy', 'later', {retryable: true})
    return {scores: [1, 2], lower_is_better: true}
  }
  const {assay} = libraryRig(scripted({score}, {idempotent: ['score'], request_policy}), {witness})
  const request = {info: {}, action_candidates: [[[[1]], [[2]]]]}
  await assay.score(request, 'scripted', {ids: {request_id: 'one'}})
  assert.equal(told, ['asked one', 'at it', 'asked one', 'at it', 'asked one', 'at it', 'answered one'])
  // Whoever gives a call no name is not timed.
  await assay.score(request, 'scripted')
  assert.is(told.length, 8)
})

it.run()
