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

it('does nothing when nobody listens', () => {
  const refuse = () => {
    throw new Error('must not be asked')
  }
  const entropy = {bytes: (count: number) => new Uint8Array(count)}
  const silent = new EventDispatcher([], {redactor: {seal: refuse}, clock: fakeClock(), entropy})
  const {provider, operation, phase, attempt, duration_ms} = draft
  assert.not.ok(silent.wants({provider, operation, phase, attempt, duration_ms}))
})

it.run()
