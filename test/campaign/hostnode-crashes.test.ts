import * as assert from 'uvu/assert'
import {DEPTH} from '../support/campaign/sample-calls.ts'
import {run} from '../support/campaigns/hostnode-crashes.ts'
import type {Caught} from '../support/hook-catcher.ts'
import {ClientLedger} from '../support/node-crashes/client-ledger.ts'
import {EventLedger} from '../support/node-crashes/event-ledger.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('a hosting node killed at any call')
const LIMIT_MS = 60 * 60_000
const ZERO = '0'.repeat(40)
const A = 'a'.repeat(40)
const B = 'b'.repeat(40)

it('the ledger of a client finds what was lost, what came back and what nobody asked for', () => {
  const told = () => {
    const ledger = new ClientLedger()
    ledger.acknowledge('repository one', 'private')
    ledger.acknowledge('token gone', null)
    ledger.ask('key open', 'ed25519')
    return ledger
  }
  const judge = (...found: [string, string][]) => told().judge(new Map(found))
  assert.equal(judge(['repository one', 'private']), [])
  assert.equal(judge(['repository one', 'private'], ['key open', 'ed25519']), [])
  assert.is(judge().length, 1)
  assert.is(judge(['repository one', 'public']).length, 1)
  assert.is(judge(['repository one', 'private'], ['token gone', 'repo']).length, 1)
  assert.is(judge(['repository one', 'private'], ['key open', 'rsa']).length, 1)
  assert.is(judge(['repository one', 'private'], ['hook x', 'on']).length, 1)
  const ledger = told()
  ledger.judge(new Map([['repository one', 'private']]))
  // What was open and is not there may not come later.
  assert.is(
    ledger.judge(
      new Map([
        ['key open', 'ed25519'],
        ['repository one', 'private'],
      ]),
    ).length,
    1,
  )
})

it('the ledger of events finds one that is lost, doubled, out of order or not of git', () => {
  const caught = (id: string, kind: string, body: object, delivery = `dlv_${id}`): Caught => ({
    path: '/all',
    headers: {'x-host-event': kind, 'x-host-delivery': delivery},
    body: JSON.stringify({...body, event_id: `evt_${id}`}),
    atMs: 0,
  })
  const ref = 'refs/heads/main'
  const made = [
    caught('1', 'push', {ref, before: ZERO, after: A}),
    caught('2', 'create', {ref}),
    caught('3', 'push', {ref, before: A, after: B}),
    caught('4', 'star', {}),
  ]
  const judge = (all: readonly Caught[], real = [`${B} ${ref}`]) => {
    const ledger = new EventLedger()
    ledger.acknowledgeRef(ref, A)
    ledger.acknowledgeRef(ref, B)
    ledger.acknowledgeEvent('evt_4')
    return ledger.judge(all, real)
  }
  assert.equal(judge(made), [])
  assert.equal(judge([...made, ...made]), [], 'a second attempt is no second event')
  for (const left of made) assert.ok(judge(made.filter((one) => one !== left)).length > 0, left.body)
  assert.ok(judge([...made, caught('5', 'push', {ref, before: A, after: B})]).length > 0)
  assert.ok(judge([...made, caught('4', 'star', {}, 'dlv_other')]).length > 0)
  assert.ok(judge([...made, caught('4', 'star', {more: 1})]).length > 0)
  assert.ok(judge(made, [`${A} ${ref}`]).length > 0)
  const merged = [caught('1', 'push', {ref, before: ZERO, after: B}), caught('2', 'create', {ref}), made[3]!]
  assert.is(judge(merged).length, 1)
})

it(
  'nothing that was acknowledged is lost, and nobody has to help',
  async () => {
    const {checks, failures, notes} = await run(DEPTH, SEED)
    console.log(`seed ${SEED}: ${checks} ends; ${notes.join('; ')}`)
    assert.equal(failures, [])
    assert.ok(checks >= 3, String(checks))
  },
  LIMIT_MS,
)

it.run()
