import * as assert from 'uvu/assert'
import {NODE_CHECKS} from '#host/check/checks'
import {askInMemory} from '#host/control/run-controls'
import {type StubRequest, stubAnswer} from '#host/control/stub-host'
import {ChainMemory} from '#host/model/chain-memory'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'

const it = spec('validators that lie')

/** What a validator says, at which look and as which host. */
type Said = (look: number, host: string) => object

interface Network {
  readonly status?: Said
  readonly validators?: Said
  readonly blocks?: Said
  readonly node?: Said
}

const HONEST = {enabled: true, state: 'active', synced: true, has_quorum: true}
const chain = (height: number, block = `block ${height}`) => ({...HONEST, block_height: height, block_id: block})
const MEMBERS = ['one', 'two'].map((name) => ({name, pubkey: `key of ${name}`, weight: 1, connected: true}))
const PEERS = ['one', 'two'].map((name) => ({name, connected: true}))

const HOME: Required<Network> = {
  status: (look, host) => ({...chain(40 + look), peers: PEERS.filter(({name}) => !host.startsWith(name))}),
  validators: () => ({validators: MEMBERS, total_weight: 2, quorum_weight: 2, fault_tolerance: 0}),
  blocks: () => ({items: []}),
  node: (look, host) => ({version: '2.0.0', instance_id: host, block_height: 40 + look}),
}

function pageOf({status, validators, blocks, node}: Required<Network>, path: string): Said | undefined {
  if (path === '/api/node/status') return node
  if (path === '/api/consensus/status') return status
  if (path === '/api/consensus/validators') return validators
  return path === '/api/consensus/blocks' ? blocks : undefined
}

/** Each page of each host counts its own looks. */
function answers(network: Network) {
  const looks = new Map<string, number>()
  return ({url, ...rest}: StubRequest) => {
    const {pathname, host} = new URL(url)
    const said = pageOf({...HOME, ...network}, pathname)
    if (said === undefined) return stubAnswer('none', {url, ...rest}, 1)
    const look = (looks.get(url) ?? 0) + 1
    looks.set(url, look)
    return {status: 200, body: JSON.stringify(said(look, host))}
  }
}

async function found(id: string, network: Network = {}) {
  const check = NODE_CHECKS.find((one) => one.id === id)
  assert.ok(check, id)
  const {signal} = new AbortController()
  const time = fakeClock(0)
  return await time.through(askInMemory(check, {fault: 'none', answer: answers(network)}, {time, signal, pauseMs: 500}))
}

const CHAIN_CHECKS = ['cons.status', 'cons.progress', 'cons.agree', 'cons.validators', 'cons.peers']

it('an honest network passes every check of consensus', async () => {
  for (const id of CHAIN_CHECKS) assert.is((await found(id)).status, 'pass', id)
})

it('a height that goes to and fro is no progress', async () => {
  const {status, reason} = await found('cons.progress', {status: (look) => chain(40 + (look % 2))})
  assert.is(status, 'fail')
  assert.match(reason ?? '', 'the height fell')
})

it('one block under two heights, or two under one, is no chain', async () => {
  const still = await found('cons.agree', {
    status: (look) => chain(40 + look, 'the same'),
    blocks: () => ({items: [{height: 3, block_id: 'the same'}]}),
  })
  assert.match(still.reason ?? '', 'one block stands at the heights')
  const grown = await found('cons.progress', {status: (look) => chain(40 + look, 'the same')})
  assert.match(grown.reason ?? '', 'one block stands at the heights')
  const two = await found('cons.agree', {blocks: () => ({items: [{height: 41, block_id: 'another'}]})})
  assert.match(two.reason ?? '', 'height 41 has another block than it had')
})

it('a validator that stays out of step or without quorum does not take part', async () => {
  const behind = await found('cons.status', {status: (look) => ({...chain(40 + look), synced: false})})
  assert.is(behind.reason, 'one, two: the validator is not in step')
  const alone = await found('cons.status', {status: (look) => ({...chain(40 + look), has_quorum: false})})
  assert.is(alone.reason, 'one, two: the validator sees no quorum')
  const late = await found('cons.status', {status: (look) => ({...chain(40 + look), synced: look > 2})})
  assert.is(late.status, 'pass', 'a moment behind is none')
})

it('a node that tells two heights is not believed', async () => {
  const {reason} = await found('cons.status', {node: (_, host) => ({instance_id: host, block_height: 7})})
  assert.match(reason ?? '', 'its own status tells a height 34 blocks from that')
})

it('other weights, a validator named twice and sums that do not add up are seen', async () => {
  const [one, two] = MEMBERS
  const weighed = await found('cons.validators', {
    validators: (_, host) => ({validators: [one, {...two, weight: host.startsWith('one') ? 1 : 2}]}),
  })
  assert.is(weighed.reason, 'nodes give the validators different weights')
  const twice = await found('cons.validators', {validators: () => ({validators: [one, two, two]})})
  assert.is(twice.reason, 'a node names a validator twice')
  const quorum = await found('cons.validators', {validators: () => ({validators: MEMBERS, quorum_weight: 1})})
  assert.is(quorum.status, 'warn')
  assert.match(quorum.reason ?? '', 'another quorum_weight than 2')
  const tolerated = await found('cons.validators', {
    status: (look) => ({...chain(40 + look), fault_tolerance: 1}),
  })
  assert.match(tolerated.reason ?? '', 'another fault_tolerance than 0')
})

it('a peer counts once, and a node is not its own peer', async () => {
  const self = await found('cons.peers', {
    status: (look) => ({...chain(40 + look), peers: [{name: 'one', connected: true}]}),
  })
  assert.is(self.reason, 'one: too few peers are connected')
})

it('a memory of a chain lets go of what is old', () => {
  const memory = new ChainMemory()
  for (let height = 1; height <= 10_002; height++) memory.take(height, new Map([[height, `b${height}`]]))
  assert.is(memory.take(10_002, new Map([[1, 'other']])), undefined)
  assert.is(memory.take(10_001, new Map()), 'the height fell')
})

it.run()
