import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {parseWaits} from '#hostnode/config/setting-values'
import {DeliveryLanes} from '#hostnode/hook/delivery-lanes'
import {secretBox} from '#hostnode/hook/secret-box'
import {eventsOfPush} from '#hostnode/model/hook-events'
import {nextWaitMs} from '#hostnode/model/hook-schedule'
import {retryAfterMs} from '#net/retry-after'
import {systemEntropy} from '#random/system-entropy'
import {spec} from '../../support/spec.ts'

const it = spec('parts of webhooks')

const HOUR_MS = 3_600_000
const SCHEDULE = parseWaits('0s,5s,5m,30m,2h,5h,10h,14h,20h,24h') ?? []

it('waits grow from seconds to a day, a tenth more or less, and end after ten attempts', () => {
  const middle = SCHEDULE.map((_, at) => nextWaitMs(SCHEDULE, {attempt: at, retryAfterMs: 0, drawn: 0.5}))
  assert.equal(middle, [0, 5_000, 300_000, 1_800_000, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS)])
  assert.is(nextWaitMs(SCHEDULE, {attempt: 10, retryAfterMs: 0, drawn: 0.5}), undefined)
  fc.assert(
    fc.property(fc.integer({min: 1, max: 9}), fc.double({min: 0, max: 1, noNaN: true}), (attempt, drawn) => {
      const wait = nextWaitMs(SCHEDULE, {attempt, retryAfterMs: 0, drawn}) ?? Number.NaN
      const plain = SCHEDULE[attempt] ?? Number.NaN
      assert.ok(wait >= Math.floor(plain * 0.9) && wait <= Math.ceil(plain * 1.1), `${attempt} ${drawn} ${wait}`)
    }),
  )
})

it('Retry-After lengthens a wait, to a day at most, and shortens none', () => {
  const asked = (header: string) => retryAfterMs({'retry-after': header}, 0) ?? 0
  const wait = (header: string) => nextWaitMs(SCHEDULE, {attempt: 2, retryAfterMs: asked(header), drawn: 0.5})
  assert.equal(
    [
      '0',
      '299',
      '301',
      '999999999',
      'soon',
      '-5',
      'Thu, 01 Jan 1970 00:10:00 GMT',
      'Wed, 31 Dec 1969 00:00:00 GMT',
    ].map(wait),
    [300_000, 300_000, 301_000, 24 * HOUR_MS, 300_000, 300_000, 600_000, 300_000],
  )
  assert.is(retryAfterMs({}, 0), undefined)
})

it('hooks take turns, each has one attempt at a time, and so many run over all', () => {
  const lanes = new DeliveryLanes(2)
  for (const id of ['a1', 'a2', 'b1', 'b2', 'c1']) lanes.add({id, hookId: id.slice(0, 1), dueMs: 0}, 0)
  const take = (nowMs = 0) => lanes.take(nowMs)?.id
  assert.equal([take(), take(), take()], ['a1', 'b1', undefined])
  assert.equal([lanes.running, lanes.waiting], [2, 3])
  lanes.done('a')
  assert.equal([take(), take()], ['c1', undefined])
  lanes.done('b')
  lanes.done('c')
  assert.equal([take(), take(), take()], ['a2', 'b2', undefined])
})

it('what is to be tried later holds back nothing, and is next when its time has come', () => {
  const lanes = new DeliveryLanes(16)
  lanes.add({id: 'late', hookId: 'a', dueMs: 50}, 0)
  lanes.add({id: 'later', hookId: 'a', dueMs: 70}, 0)
  lanes.add({id: 'now', hookId: 'a', dueMs: 0}, 0)
  assert.equal([lanes.take(0)?.id, lanes.take(0)?.id, lanes.nextDueMs], ['now', undefined, 50])
  lanes.done('a')
  assert.is(lanes.take(49), undefined)
  assert.equal([lanes.take(50)?.id, lanes.nextDueMs], ['late', 70])
})

it('whatever the order, every delivery is taken once and never two of a hook at a time', () => {
  const steps = fc.array(fc.record({hook: fc.integer({min: 0, max: 4}), dueMs: fc.integer({min: 0, max: 30})}), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(steps, fc.integer({min: 1, max: 5}), (all, most) => {
      const lanes = new DeliveryLanes(most)
      for (const [at, {hook, dueMs}] of all.entries()) lanes.add({id: `d${at}`, hookId: `h${hook}`, dueMs}, 0)
      const taken = new Set<string>()
      for (let nowMs = 0; nowMs <= 30 || taken.size < all.length; nowMs++) {
        const running: string[] = []
        for (let next = lanes.take(nowMs); next !== undefined; next = lanes.take(nowMs)) {
          assert.not.ok(taken.has(next.id) || running.includes(next.hookId))
          taken.add(next.id)
          running.push(next.hookId)
        }
        assert.ok(running.length <= most)
        for (const hookId of running) lanes.done(hookId)
        assert.ok(nowMs < 200)
      }
      assert.equal([taken.size, lanes.running, lanes.waiting], [all.length, 0, 0])
    }),
  )
})

it('a secret is read with its key, for its hook, as it was sealed, and not otherwise', () => {
  const box = secretBox(systemEntropy.bytes(32), systemEntropy)
  const other = secretBox(systemEntropy.bytes(32), systemEntropy)
  fc.assert(
    fc.property(fc.string({unit: 'binary'}), fc.nat(), (secret, at) => {
      const text = secret.toWellFormed()
      const sealed = box.seal('hook_1', text)
      assert.is(box.open('hook_1', sealed), text)
      assert.is(box.open('hook_2', sealed), undefined)
      assert.is(other.open('hook_1', sealed), undefined)
      const changed = Uint8Array.from(sealed)
      changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ 1
      assert.is(box.open('hook_1', changed), undefined)
      assert.is(box.open('hook_1', sealed.subarray(0, at % sealed.length)), undefined)
      assert.not.equal(box.seal('hook_1', text), sealed)
    }),
  )
})

it('a push is one event a ref, and a ref that came or went is another', () => {
  const [a, b, zero] = ['a'.repeat(40), 'b'.repeat(40), '0'.repeat(40)]
  const pusher = {name: 'Alice', email: 'alice@example.org'}
  const commits = Array.from({length: 101}, (_, at) => ({
    id: String(at),
    message: '',
    author: pusher,
    timestamp: '2026-11-22T10:00:00Z',
  }))
  const told = (ref: string, before: string, after: string, isForced = false) =>
    eventsOfPush({ref, before, after, isForced}, {pusher, commits: []}, 'alice').map(({kind, payload}) =>
      `${kind} ${payload['action']} ${payload['ref_type'] ?? ''}`.trim(),
    )
  assert.equal(told('refs/heads/main', a, b), ['push updated'])
  assert.equal(told('refs/heads/main', a, b, true), ['push forced'])
  assert.equal(told('refs/heads/new', zero, b), ['push created', 'create created branch'])
  assert.equal(told('refs/tags/v1', a, zero), ['push deleted', 'delete deleted tag'])
  const moved = {ref: 'refs/heads/main', before: a, after: b, isForced: false}
  const [push] = eventsOfPush(moved, {pusher, commits, reconciled: true}, 'alice')
  const {commits: kept, truncated, reconciled} = push?.payload ?? {}
  assert.equal([(kept as unknown[]).length, truncated, reconciled], [100, true, true])
})

it.run()
