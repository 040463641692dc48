import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {applyOrder} from '#hostnode/fault/apply-order'
import {FaultTable} from '#hostnode/fault/fault-table'
import {faultTime} from '#hostnode/fault/fault-time'
import {peerFaultsOf} from '#hostnode/fault/peer-faults-of'
import {struckBy} from '#hostnode/fault/route-faults'
import {CRASH_POINTS} from '#hostnode/model/crash-points'
import {NODE_FAULTS, type NodeFaultName} from '#hostnode/model/fault-forms'
import {faultOrder, isOrderRefusal} from '#hostnode/model/fault-orders'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {ROOT} from '../../support/hall-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('hostnode/faults')
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const names = Object.keys(NODE_FAULTS) as NodeFaultName[]

it('any bytes are an order or one refusal that repeats nothing of them', () => {
  const canary = 'canary-0123456789'
  const value = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        op: fc.oneof(fc.constantFrom('set', 'clear', 'list'), fc.jsonValue()),
        fault: fc.oneof(fc.constantFrom(...names), fc.constant(canary)),
        args: fc.oneof(fc.dictionary(fc.constantFrom('route', 'ms', 'map', canary), fc.jsonValue()), fc.jsonValue()),
        ttl_s: fc.oneof(fc.double(), fc.constant(canary)),
      },
      {requiredKeys: []},
    ),
  )
  const line = fc.oneof(fc.uint8Array({maxLength: 200}), value.map(bytes))
  fc.assert(
    fc.property(line, (given) => {
      const order = faultOrder(given)
      if (isOrderRefusal(order)) return !order.message.includes(canary) && order.message.length > 0
      return (
        order.op !== 'set' ||
        (order.ttlS > 0 &&
          order.ttlS <= 600 &&
          Object.keys(NODE_FAULTS[order.fault]).every((name) => name in order.args))
      )
    }),
  )
})

it('a share of requests is dealt out evenly, whatever else is asked', () => {
  fc.assert(
    fc.property(fc.integer({min: 1, max: 1000}), fc.integer({min: 1, max: 300}), (thousandths, count) => {
      const faults = new FaultTable(fakeClock())
      const ratio = thousandths / 1000
      faults.set({fault: 'error', args: {route: 'GET /api/*', status: 500, ratio}, ttlS: 60})
      const strike = (method: string, route: string) => struckBy(faults, 'error', {method, route}) !== undefined
      let struck = 0
      for (let n = 1; n <= count; n++) {
        if (strike('GET', '/api/user')) struck++
        assert.not.ok(strike('POST', '/api/user') || strike('GET', '/health/ready'))
        assert.ok(Math.abs(struck - n * ratio) < 1.000001, `${struck} of ${n}`)
      }
    }),
  )
})

it('a fault is over when its time is, though its timer is late, and what waits for it goes on', async () => {
  const clock = fakeClock()
  const faults = new FaultTable(clock, [{fault: 'bad_state_root', args: {}}])
  const set = faults.set({fault: 'partition', args: {peers: ['b']}, ttlS: 5})
  const peers = peerFaultsOf(faults)
  assert.equal(
    [[...peers.cutPeers()], peers.isStateRootWrong(), peers.isSyncFrozen(), peers.peerDelayMs()],
    [['b'], true, false, 0],
  )
  assert.equal(faults.list(), [set])
  clock.block(5_000)
  assert.equal([...peers.cutPeers()], [])
  clock.tick(0)
  await set?.over
  assert.equal([faults.clear(), peers.isStateRootWrong()], [0, true])
})

it('a clock that goes too fast does so from the moment of the fault on, and durations stay true', () => {
  const clock = fakeClock(1_000_000)
  const faults = new FaultTable(clock)
  const time = faultTime(clock, faults)
  faults.set({fault: 'clock', args: {offset_ms: -500, scale: 3}, ttlS: 60})
  const startedNs = time.monotonicNs()
  clock.tick(1_000)
  assert.equal([time.nowMs(), time.monotonicNs() - startedNs], [1_002_500, 1_000_000_000n])
  faults.clear()
  assert.is(time.nowMs(), 1_001_000)
})

it('each crash point that the node names is passed somewhere', () => {
  const folder = join(ROOT, 'src', 'hostnode')
  const files = readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter((name) => name.endsWith('.ts'))
  const code = files
    .filter((name) => !name.endsWith('crash-points.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  assert.equal(
    CRASH_POINTS.filter((point) => !code.some((text) => text.includes(`('${point}')`))),
    [],
  )
})
it('a cut from nobody of the network is refused, and so is a fault of networks where there is none', async () => {
  const ask = async (members: readonly string[] | undefined, fault: string, args: object) => {
    const line = bytes({op: 'set', fault, args, ttl_s: 60})
    const desk = {faults: new FaultTable(fakeClock()), members, routes: () => undefined, keep: () => Promise.resolve()}
    return JSON.parse(await applyOrder(line, desk))
  }
  const members = ['v1', 'v2']
  assert.is((await ask(members, 'partition', {peers: ['v2']})).ok, true)
  const {error, message} = await ask(members, 'partition', {peers: ['v2', 'canary']})
  assert.equal([error, /v1, v2/.test(message), message.includes('canary')], ['invalid', true, false])
  assert.is((await ask(undefined, 'partition', {peers: ['v2']})).error, 'invalid')
  assert.is((await ask(members, 'freeze_sync', {})).ok, true)
  assert.is((await ask(undefined, 'freeze_sync', {})).error, 'invalid')
})
it.run()
