import * as assert from 'uvu/assert'
import {providerEvent} from '#contract/generated/provider-event'
import {parse} from '#contract/parse'
import {withCorrelation} from '#event/correlation'
import {EventDispatcher} from '#event/event-dispatcher'
import type {EventDraft} from '#event/event-draft'
import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import {Redactor} from '#redact/redactor'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'

const it = spec('event dispatcher')
const CANARY = ['canary', 'hunter2', 'q9x7'].join('-')

const draft: EventDraft = {
  provider: 'mock',
  capability: 'predict',
  operation: 'predict',
  operation_id: '00000000000000aa',
  phase: 'success',
  attempt: 1,
  max_attempts: 1,
  duration_ms: 1.5,
  metadata: {},
}

function dispatcher() {
  const sink = new InMemoryRecorderSink()
  const redactor = new Redactor()
  const entropy = {bytes: (count: number) => new Uint8Array(count).fill(7)}
  return {sink, redactor, events: new EventDispatcher([sink], {redactor, clock: fakeClock(), entropy})}
}

it('stamps events that match their schema, with a sequence without gaps', () => {
  const {sink, events} = dispatcher()
  for (let count = 0; count < 3; count++) events.dispatch({...draft, message: undefined})
  assert.equal(
    sink.events.map((event) => event.sequence),
    [1, 2, 3],
  )
  assert.is(new Set(sink.events.map((event) => event.event_id)).size, 3)
  for (const event of sink.events) parse(providerEvent, event)
  assert.not.ok('message' in (sink.events[0] ?? {}), 'unset fields are left out')
})

it('masks a registered secret in message, metadata and ids before any sink sees it', () => {
  const {sink, redactor, events} = dispatcher()
  redactor.register(CANARY)
  const metadata = {[CANARY]: 1, deep: [{note: `x ${CANARY} y`}], api_key: 'abcdef123456'}
  events.dispatch({...draft, message: `failed with ${CANARY}`, metadata, request_id: CANARY})
  const text = JSON.stringify(sink.events)
  assert.not.ok(text.includes(CANARY))
  assert.not.ok(text.includes('abcdef123456'))
})

it('freezes an event to its depths and leaves the maker his own', () => {
  const {sink, events} = dispatcher()
  const metadata = {list: [{a: 1}]}
  events.dispatch({...draft, metadata})
  metadata.list.push({a: 2})
  const [event] = sink.events
  assert.equal(event?.metadata, {list: [{a: 1}]})
  assert.ok(Object.isFrozen(event) && Object.isFrozen(event?.metadata) && Object.isFrozen(event?.metadata['list']))
})

it('takes missing ids from the correlation in force, nested ones over outer ones', () => {
  const {sink, events} = dispatcher()
  withCorrelation({run_id: 'run', request_id: 'outer'}, () =>
    withCorrelation({request_id: 'inner'}, () => {
      events.dispatch(draft)
      events.dispatch({...draft, request_id: 'own'})
    }),
  )
  assert.equal(
    sink.events.map(({run_id, request_id}) => [run_id, request_id]),
    [
      ['run', 'inner'],
      ['run', 'own'],
    ],
  )
})

it('an event whose first part was prepared is the one that is made at once, marks and order included', () => {
  const {phase, duration_ms, metadata: _, attempt, ...known} = draft
  const ends = [{note: 'fine'}, {note: `x ${CANARY}`, api_key: 'abcdef123456'}]
  for (const target of [undefined, 'http://127.0.0.1/v1', `http://127.0.0.1/${CANARY}`])
    for (const metadata of ends)
      for (const isLate of [false, true]) {
        const texts = [true, false].map((isPrepared) => {
          const {sink, redactor, events} = dispatcher()
          if (!isLate) redactor.register(CANARY)
          const head = {...known, target, request_id: undefined}
          const end = {phase, attempt, duration_ms, metadata, status_code: undefined}
          withCorrelation({run_id: 'run', request_id: 'r1'}, () => {
            const prepared = isPrepared ? events.prepare(head) : head
            // What becomes known while the answer is awaited is masked all the same.
            if (isLate) redactor.register(CANARY)
            events.dispatch(end, undefined, prepared)
          })
          assert.ok(Object.isFrozen(sink.events[0]?.metadata))
          return JSON.stringify(sink.events)
        })
        assert.is(texts[0], texts[1])
        assert.not.match(texts[0] ?? CANARY, CANARY)
      }
})

it('does nothing when nobody listens', () => {
  const refuse = () => {
    throw new Error('must not be asked')
  }
  const entropy = {bytes: (count: number) => new Uint8Array(count)}
  const redactor = {seal: refuse, sealJoined: refuse, isBlank: refuse}
  const silent = new EventDispatcher([], {redactor, clock: fakeClock(), entropy})
  const {provider, operation, phase, attempt, duration_ms} = draft
  assert.not.ok(silent.wants({provider, operation, phase, attempt, duration_ms}))
})

it.run()
