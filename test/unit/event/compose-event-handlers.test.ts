import * as assert from 'uvu/assert'
import type {ProviderEvent} from '#contract/generated/types'
import {composeEventHandlers} from '#event/compose-event-handlers'
import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import {eventOf} from '../../support/fakes/events.ts'
import {spec} from '../../support/spec.ts'

const it = spec('composed event handlers')

it('gives every event to every target, in order', () => {
  const seen: string[] = []
  const composed = composeEventHandlers((event) => void seen.push(`a${event.sequence}`), {
    handle: (event) => void seen.push(`b${event.sequence}`),
  })
  composed.handle(eventOf({sequence: 1}))
  composed.handle(eventOf({sequence: 2}))
  assert.equal(seen, ['a1', 'b1', 'a2', 'b2'])
})

it('keeps a target that throws or rejects away from the call and its neighbours, and counts it', async () => {
  const recorder = new InMemoryRecorderSink()
  const composed = composeEventHandlers(
    () => {
      throw new Error('broken sink')
    },
    () => Promise.reject(new Error('late')),
    recorder,
  )
  composed.handle(eventOf({}))
  await composed.flush()
  assert.is(recorder.events.length, 1)
  assert.is(composed.lost, 2)
})

it('waits at flush for promises and for the flush of a sink, and survives one that fails', async () => {
  let done = 0
  const slow = async () => {
    await new Promise((wake) => setTimeout(wake, 5))
    done++
  }
  const composed = composeEventHandlers(slow, {handle: () => {}, flush: () => Promise.reject(new Error('no'))})
  composed.handle(eventOf({}))
  assert.is(done, 0)
  await composed.flush()
  assert.is(done, 1)
  assert.is(composed.lost, 1)
})

it('drops and counts what a target that never finishes cannot take any more', () => {
  const stuck = composeEventHandlers(() => new Promise<void>(() => {}))
  for (let sequence = 1; sequence <= 10_003; sequence++) stuck.handle(eventOf({sequence}))
  assert.is(stuck.lost, 3)
})

it('takes a handler that returns something odd', async () => {
  const odd = composeEventHandlers(((_: ProviderEvent) => 42) as never)
  odd.handle(eventOf({}))
  await odd.flush()
  assert.is(odd.lost, 0)
})

it('adds what its sinks lost on their own', () => {
  assert.is(composeEventHandlers({handle: () => {}, lost: 4}, {handle: () => {}}).lost, 4)
})

it.run()
