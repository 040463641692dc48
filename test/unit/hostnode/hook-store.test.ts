import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeContext} from '#hostnode/context/context'
import {nodeMetrics} from '#hostnode/context/metrics'
import {conductDeliveries} from '#hostnode/hook/conduct-deliveries'
import {raiseEvent, raisePing} from '#hostnode/hook/raised-events'
import {settleAttempt} from '#hostnode/hook/settled-attempt'
import {IdMaker} from '#hostnode/model/object-ids'
import {countDeliveries, deliveriesOfHook, sweepDeliveries, waitingDeliveries} from '#hostnode/store/deliveries-table'
import {hookById, insertHook, updateHook} from '#hostnode/store/hooks-table'
import {NodeStore} from '#hostnode/store/node-store'
import {FIRST_SCHEMA} from '#hostnode/store/schema'
import {systemEntropy} from '#random/system-entropy'
import {sleep} from '#random/timers'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {hookRig} from '../../support/hook-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('webhooks in the store')

const REPOSITORY = {id: 'repo_1', name: 'demo', owner: 'alice'}
const PUSH = {kind: 'push', payload: {action: 'updated'}} as const
const FAILED = {
  startedAtMs: 0,
  durationMs: 1,
  statusCode: 500,
  error: 'http 500',
  isFinal: false,
  reply: null,
  retryAfterMs: 0,
}
const DONE = {...FAILED, statusCode: 200, error: null, isFinal: true}

/** A store with one repository and one hook of it, at a time that the test sets. */
function open(folder: string) {
  const store = new NodeStore(join(folder, 'db'), {
    crashAt: () => undefined,
    onWrite: () => ({[Symbol.dispose]: () => undefined}),
    soon: () => undefined,
  })
  const time = {ms: 1_000_000}
  const rig = hookRig()
  store.transaction(() => {
    store.script(FIRST_SCHEMA)
    store.run(`INSERT INTO users VALUES ('usr_1', 'alice', 'alice', NULL, 0)`)
    store.run(`INSERT INTO repositories VALUES ('repo_1', 'usr_1', 'demo', 'demo', 1, 'active', 0, NULL)`)
    insertHook(store, rig.hook)
  })
  const context = {
    store,
    ids: new IdMaker(() => time.ms, systemEntropy),
    time: {nowMs: () => time.ms} as never,
    entropy: systemEntropy,
    settings: {hookSchedule: [0, 10]} as never,
    release: {version: '1.0.0', schemaVersion: 1, build: ''},
  }
  const hook = () => hookById(store, 'hook_1') ?? rig.hook
  const count = (status?: 'failed' | 'pending') => countDeliveries(store, {hookId: 'hook_1', status})
  return {store, time, context, hook, count, [Symbol.dispose]: () => store[Symbol.dispose]()}
}

it('a thousand deliveries wait for a hook, further ones fail at once and are told', () => {
  using dir = tempDir()
  using rig = open(dir.path)
  rig.store.transaction(() => {
    for (let count = 0; count < 1_003; count++) raiseEvent(REPOSITORY, PUSH, rig.context)
  })
  assert.equal([rig.count('pending'), rig.count('failed')], [1_000, 3])
  const query = {hookId: 'hook_1', status: 'failed'} as const
  const [newest] = deliveriesOfHook(rig.store, query, {page: 1, perPage: 1})
  assert.equal([newest?.error, newest?.next_attempt_at], ['queue_full', null])
})

it('an event that is rolled back leaves no delivery, one of another kind makes none, and a body is like no other', () => {
  using dir = tempDir()
  using rig = open(dir.path)
  const rolledBack = () =>
    rig.store.transaction(() => {
      raiseEvent(REPOSITORY, PUSH, rig.context)
      throw new Error('the change did not work')
    })
  assert.throws(rolledBack)
  rig.store.transaction(() => raiseEvent(REPOSITORY, {kind: 'star', payload: {}}, rig.context))
  assert.is(rig.count(), 0)
  rig.store.transaction(() => [1, 2].map(() => raiseEvent(REPOSITORY, PUSH, rig.context)))
  const rows = deliveriesOfHook(rig.store, {hookId: 'hook_1', status: undefined}, {page: 1, perPage: 10})
  assert.is(new Set(rows.map(({body_sha256}) => body_sha256)).size, 2)
})

it('ten deliveries that failed for good switch a hook off, one that came through in between does not let them', () => {
  using dir = tempDir()
  using rig = open(dir.path)
  const settle = (outcome: typeof FAILED | typeof DONE) =>
    rig.store.transaction(() => {
      const {waiting} = raiseEvent(REPOSITORY, PUSH, rig.context)
      for (const {id} of waiting) {
        const first = settleAttempt(id, outcome, rig.context)
        if (first?.again !== undefined) settleAttempt(id, outcome, rig.context)
      }
    })
  for (let count = 0; count < 9; count++) settle(FAILED)
  settle(DONE)
  assert.equal([rig.hook().active, rig.hook().failed_in_a_row], [true, 0])
  for (let count = 0; count < 9; count++) settle(FAILED)
  rig.store.transaction(() => raiseEvent(REPOSITORY, PUSH, rig.context))
  settle(FAILED)
  assert.equal([rig.hook().active, rig.hook().disabled_reason], [false, 'failing'])
  assert.equal(waitingDeliveries(rig.store, rig.time.ms), [])
  rig.store.transaction(() => raiseEvent(REPOSITORY, PUSH, rig.context))
  assert.equal(waitingDeliveries(rig.store, rig.time.ms), [])
  // A ping reaches it all the same, once.
  const {deliveryId} = rig.store.transaction(() => raisePing(rig.hook(), REPOSITORY, rig.context))
  assert.equal(
    waitingDeliveries(rig.store, rig.time.ms).map(({id}) => id),
    [deliveryId],
  )
  const settled = rig.store.transaction(() => settleAttempt(deliveryId, FAILED, rig.context))
  assert.equal([settled?.status, settled?.again], ['failed', undefined])
})

it('a delivery waits no longer than it was to wait, though the clock was put back while nobody served', () => {
  using dir = tempDir()
  using rig = open(dir.path)
  rig.context.settings = {hookSchedule: [0, 5_000]} as never
  const [first] = rig.store.transaction(() => raiseEvent(REPOSITORY, PUSH, rig.context).waiting)
  const waits = (stepMs: number) => waitingDeliveries(rig.store, rig.time.ms + stepMs).map(({waitMs}) => waitMs)
  assert.equal([waits(0), waits(-86_400_000), waits(86_400_000)], [[0], [0], [0]])
  const outcome = {...FAILED, startedAtMs: rig.time.ms}
  rig.store.transaction(() => settleAttempt(first?.id ?? '', outcome, rig.context))
  const [whole = 0] = waits(0)
  assert.ok(whole >= 4_500 && whole <= 5_500)
  assert.equal([waits(1_000), waits(-86_400_000), waits(86_400_000)], [[whole - 1_000], [whole], [0]])
})

it('what waits to be sent goes by time that passes, not by a clock that is set', async () => {
  using dir = tempDir()
  using rig = open(dir.path)
  const clock = fakeClock()
  const sent: string[] = []
  const {desk, settings, release, hook} = hookRig()
  rig.store.transaction(() => updateHook(rig.store, {...rig.hook(), url: 'https://example.org/'}))
  rig.store.transaction(() => rig.store.run('UPDATE hooks SET secret = ?', hook.secret))
  const client = {
    exchange: ({headers}: {headers: Record<string, string>}, sink: {start(head: object): void}) => {
      sent.push(String(headers['x-host-delivery']))
      sink.start({status: 500, headers: {}})
      return Promise.resolve({status: 500, headers: {}})
    },
    close: () => Promise.resolve(),
  }
  const context = {
    ...rig.context,
    time: clock,
    release,
    hooks: {...desk, mask: (text: string) => text, reach: () => client},
    settings: {...settings, hookSchedule: [0, 5_000, 5_000], allowHookTarget: []},
    metrics: nodeMetrics(release),
    log: {failure: () => undefined},
    crashAt: () => undefined,
  } as never as NodeContext
  rig.store.transaction(() =>
    rig.store.script('CREATE TABLE attempts (delivery_id, n, started_at, status_code, duration_ms, error, reply)'),
  )
  const stop = conductDeliveries(context)
  const {waiting} = rig.store.transaction(() => raiseEvent(REPOSITORY, PUSH, context))
  const pass = (ms: number) => clock.through(sleep(clock, ms))
  context.hooks.bell.ring(waiting)
  await pass(100)
  assert.is(sent.length, 1)
  clock.set(clock.nowMs() - 3_600_000)
  await pass(6_000)
  assert.is(sent.length, 2, 'a step back delays nothing')
  clock.set(clock.nowMs() + 7_200_000)
  await pass(1_000)
  assert.is(sent.length, 2, 'a step forward hurries nothing')
  await pass(5_000)
  assert.equal([sent.length, new Set(sent).size], [3, 1])
  await clock.through(Promise.resolve(stop()))
})

it('old deliveries and those beyond a thousand go, what waits stays; a hook takes its own along', () => {
  using dir = tempDir()
  using rig = open(dir.path)
  const raise = () => rig.store.transaction(() => raiseEvent(REPOSITORY, PUSH, rig.context).waiting)
  const settle = (ids: readonly {readonly id: string}[]) =>
    rig.store.transaction(() => ids.map(({id}) => settleAttempt(id, DONE, rig.context)))
  settle(raise())
  raise()
  rig.time.ms += 1_000
  for (let count = 0; count < 5; count++) settle(raise())
  const sweep = (beforeMs: number, each: number) =>
    rig.store.transaction(() => sweepDeliveries(rig.store, {beforeMs, each}))
  assert.equal([sweep(rig.time.ms, 1_000), rig.count()], [1, 6])
  assert.equal([sweep(0, 3), rig.count(), waitingDeliveries(rig.store, rig.time.ms).length], [2, 4, 1])
  rig.store.transaction(() => updateHook(rig.store, {...rig.hook(), events: ['star']}))
  rig.store.transaction(() => rig.store.run('DELETE FROM repositories'))
  assert.equal([rig.count(), hookById(rig.store, 'hook_1')], [0, undefined])
})

it.run()
