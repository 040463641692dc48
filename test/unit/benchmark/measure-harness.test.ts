import * as assert from 'uvu/assert'
import {measureHarness} from '#benchmark/clock/measure-harness'
import {EventQueue, eventFacts} from '#benchmark/model/event-queue'
import {stopwatch} from '#benchmark/model/stopwatch'
import type {ProviderEvent} from '#contract/generated/types'
import {spec} from '../../support/spec.ts'

const it = spec('measure harness')
const never = new AbortController().signal

/** A clock that goes on by these nanoseconds at each reading, over and over. */
function tickingClock(stepsNs: readonly bigint[]) {
  let ns = 0n
  let reading = 0
  return {
    monotonicNs: () => {
      ns += stepsNs[reading++ % stepsNs.length] ?? 0n
      return ns
    },
  }
}

it('reports the smallest step of the clock and the median call to nobody', async () => {
  const cost = await measureHarness(stopwatch(tickingClock([40n])), never)
  assert.equal(cost, {timerTickNs: 40, harnessNs: 40})
})

it('looks past readings that show no step', async () => {
  const cost = await measureHarness(stopwatch(tickingClock([0n, 0n, 0n, 0n, 1000n])), never)
  assert.is(cost.timerTickNs, 1000)
})

it('says null of a clock that stands still', async () => {
  const cost = await measureHarness(stopwatch({monotonicNs: () => 7n}), never)
  assert.equal(cost, {timerTickNs: null, harnessNs: 0})
})

it('holds events back until it is asked, then gives them in order, once', () => {
  const queue = new EventQueue()
  const event = (sequence: number, phase: ProviderEvent['phase']) =>
    ({sequence, phase, request_id: 'r'}) as ProviderEvent
  void queue.handler(event(1, 'retry'))
  void queue.handler(event(2, 'success'))
  const told = queue.drain()
  const facts = eventFacts(told)
  assert.equal(
    told.map(({sequence}) => sequence),
    [1, 2],
  )
  assert.is(facts.retries, 1)
  assert.is(facts.attempts.get('r'), 2)
  assert.is(eventFacts(queue.drain()).retries, null)
})

it.run()
