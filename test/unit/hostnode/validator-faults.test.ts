import * as assert from 'uvu/assert'
import {type MemberKey, makeKeyPem, memberKey} from '#hostnode/consensus/member-key'
import type {ValidatorNetwork} from '#hostnode/consensus/network'
import type {PeerFaults} from '#hostnode/model/peer-faults'
import {nodePeerSockets} from '#hostnode/peer/node-peer-sockets'
import {blockAt} from '#hostnode/store/blocks-table'
import {setNodeFact} from '#hostnode/store/facts-table'
import {noteWrite, pendingWrites} from '#hostnode/store/ledger-table'
import {NodeStore} from '#hostnode/store/node-store'
import {runMigrations} from '#hostnode/store/run-migrations'
import {RunningValidator} from '#hostnode/validator/run-validator'
import {systemClock} from '#random/system-clock'
import {systemEntropy} from '#random/system-entropy'
import {madeNetwork} from '../../support/consensus/made-network.ts'
import {freePort} from '../../support/consensus/test-network.ts'
import {eventually} from '../../support/eventually.ts'
import {spec} from '../../support/spec.ts'

const it = spec('hostnode/validator-faults')
const nothing = () => undefined

/** Faults as a drill sets and ends them. */
class SetFaults implements PeerFaults {
  cut: ReadonlySet<string> = new Set()
  delayMs = 0
  isFrozen = false
  isWrong = false
  cutPeers = () => this.cut
  peerDelayMs = () => this.delayMs
  isSyncFrozen = () => this.isFrozen
  isStateRootWrong = () => this.isWrong
}

interface TestValidator {
  readonly seat: RunningValidator
  readonly store: NodeStore
  readonly faults: SetFaults
  readonly log: string[]
  height(): number
}

/** Validators in this process, with real links and stores in memory. */
async function start(count: number): Promise<readonly TestValidator[] & AsyncDisposable> {
  const keys = Array.from({length: count}, (): MemberKey => memberKey(makeKeyPem()) ?? never()).sort((a, b) =>
    a.pubkey < b.pubkey ? -1 : 1,
  )
  const ports = await Promise.all(keys.map(() => freePort()))
  const members = keys.map(({pubkey}, at) => ({
    ...{name: `v${at}`, pubkey, weight: 1},
    address: {host: '127.0.0.1', port: ports[at] ?? 0},
  }))
  const network: ValidatorNetwork = {...madeNetwork([1]), members, blockTimeMs: 60}
  const all = await Promise.all(keys.map((key, at) => validator(network, key, members[at] ?? never())))
  for (const {seat} of all) await seat.open()
  const close = async () => {
    for (const {seat, store} of all) {
      await seat.close()
      store[Symbol.dispose]()
    }
  }
  return Object.assign(all, {[Symbol.asyncDispose]: close})
}

async function validator(
  network: ValidatorNetwork,
  key: MemberKey,
  {name, address}: ValidatorNetwork['members'][number],
) {
  const store = new NodeStore(':memory:', {
    crashAt: nothing,
    onWrite: () => ({[Symbol.dispose]: nothing}),
    soon: nothing,
  })
  const beforeStep = () => Promise.resolve()
  await runMigrations(store, 4, {
    typedDataDir: '.',
    disk: {headOf: nothing},
    say: nothing,
    crashAt: nothing,
    nowMs: () => 0,
    beforeStep,
  })
  store.transaction(() => {
    setNodeFact(store, 'network', '{}')
    setNodeFact(store, 'node_id', name)
  })
  const faults = new SetFaults()
  const lines: string[] = []
  const log = {
    write: (_: string, message: string) => void lines.push(message),
    failure: (message: string) => void lines.push(message),
    checked: nothing,
  }
  const ports = {time: systemClock, entropy: systemEntropy, sockets: nodePeerSockets, crashAt: nothing}
  const seat = new RunningValidator({...ports, network, key, store, log, address, version: '1.0.0', faults})
  return {seat, store, faults, log: lines, height: () => seat.standing().height}
}

const grown = (some: readonly TestValidator[], by: number) => {
  const wanted = Math.max(...some.map((one) => one.height())) + by
  return eventually('they grow', () => some.every((one) => one.height() >= wanted))
}

it('a drill cuts, delays, freezes and misleads one validator: the others go on, it says so, and it is back when that ends', async () => {
  await using all = await start(4)
  const [one = never(), ...others] = all
  await grown(all, 3)
  one.faults.cut = new Set(['v1', 'v2', 'v3'])
  await eventually('the quorum is gone', () => !one.seat.standing().hasQuorum)
  await grown(others, 4)
  await eventually('it takes no writes', () => !one.seat.takesWrites())
  assert.is(one.seat.standing().state, 'stopped')
  one.faults.cut = new Set()
  await eventually('it is synced after the cut', () => one.seat.standing().isSynced)
  one.faults.isFrozen = true
  const frozenAt = one.height()
  await grown(others, 4)
  assert.ok(one.height() <= frozenAt + 1)
  await eventually('it is behind', () => one.seat.standing().state === 'syncing')
  assert.not.ok(one.seat.standing().isSynced)
  one.faults.isFrozen = false
  await eventually('it is synced after the freeze', () => one.seat.standing().isSynced)
  one.faults.isWrong = true
  await grown(others, 6)
  await eventually('it stopped at a conflict', () => one.seat.standing().state === 'stopped')
  assert.ok(one.log.some((line) => /conflicting/.test(line)))
  one.faults.isWrong = false
  await eventually('it is synced with right roots', () => one.seat.standing().isSynced)
  one.faults.delayMs = 30
  await grown(all, 3)
  const height = Math.min(...all.map((each) => each.height()))
  for (let at = 1; at <= height; at++)
    assert.is(new Set(all.map(({store}) => blockAt(store, at)?.id)).size, 1, String(at))
  assert.not.ok(all.some(({log}) => log.some((line) => /equivocation/.test(line))))
})

it('writes of every node come into blocks, each once; a full disk stops one of them until there is room', async () => {
  await using all = await start(4)
  const [one = never(), ...others] = all
  await grown(all, 1)
  for (const {store} of all)
    for (let n = 0; n < 300; n += 3) store.transaction(() => noteWrite(store, 'token.made', `tok_${n}`))
  await eventually('all writes are final', () => all.every(({store}) => pendingWrites(store, 1).length === 0))
  // Each knows of its own writes first: the block of another may still be on its way here.
  const entries = () => one.store.all('SELECT height FROM block_entries').length
  await eventually('the writes of all are in the blocks of one', () => entries() >= 400)
  assert.is(entries(), 400)
  const pages = Number(one.store.one('PRAGMA page_count')?.['page_count'])
  one.store.one(`PRAGMA max_page_count = ${pages}`)
  await eventually('it begins again', () => one.log.some((line) => /begins again/.test(line)))
  await grown(others, 3)
  one.store.one('PRAGMA max_page_count = 1000000')
  await eventually('it is synced with room', () => one.seat.standing().isSynced)
  await grown(all, 2)
  const height = Math.min(...all.map((each) => each.height()))
  assert.is(new Set(all.map(({store}) => blockAt(store, height)?.id)).size, 1)
})

it('one validator alone agrees with itself', async () => {
  await using all = await start(1)
  await grown(all, 3)
  assert.equal([all[0]?.seat.standing().role, all[0]?.seat.standing().isSynced], ['leader', true])
})
it.run()

function never(): never {
  throw new Error('it is not so')
}
