import * as assert from 'uvu/assert'
import {blockFormat} from '#hostnode/consensus/block-format'
import {blockFault, blockId, genesisTip, makeBlock, tipOf} from '#hostnode/consensus/chain-block'
import {isProof} from '#hostnode/consensus/check-proofs'
import {ConsensusMachine} from '#hostnode/consensus/machine'
import {makeKeyPem, memberKey} from '#hostnode/consensus/member-key'
import {leaderAt, quorumWeight, toleratedWeight, type ValidatorNetwork} from '#hostnode/consensus/network'
import {networkOfDocument} from '#hostnode/consensus/network-document'
import {readPeerMessage} from '#hostnode/consensus/peer-message'
import {type Certificate, type VoteRecord, voteText} from '#hostnode/consensus/vote'
import {madeNetwork} from '../../support/consensus/made-network.ts'
import {spec} from '../../support/spec.ts'

const it = spec('hostnode/consensus-parts')
const ZERO = `sha256:${'0'.repeat(64)}`
const draft = {view: 0, producer: '0'.repeat(64), nowMs: 1, format: '1.0.0', entries: [] as string[]}

it('as much weight decides, and as much may be wrong, as the table of the seed says', () => {
  const table = [
    [1, 0, 1],
    [2, 0, 2],
    [3, 0, 3],
    [4, 1, 3],
    [5, 1, 4],
    [6, 1, 5],
    [7, 2, 5],
    [9, 2, 7],
    [10, 3, 7],
    [13, 4, 9],
  ]
  assert.equal(
    table.map(([n = 0]) => [n, toleratedWeight(n), quorumWeight(n)]),
    table,
  )
  // Two quorums always share more than may be wrong.
  for (let total = 1; total < 500; total++)
    assert.ok(2 * quorumWeight(total) - total > toleratedWeight(total), String(total))
})

it('the leader is by view alone where it is stable, and turns with each height where it rotates', () => {
  const at = (kind: 'stable' | 'rotating', height: number, view: number) =>
    Number(leaderAt(madeNetwork([1, 1, 1, 1], kind), height, view))
  assert.equal([at('stable', 1, 0), at('stable', 9, 0), at('stable', 9, 5)], [1, 1, 2])
  assert.equal([at('rotating', 1, 0), at('rotating', 2, 0), at('rotating', 2, 3)], [2, 3, 2])
})

it('a file of validators is taken with its defaults, or refused with all that is wrong', () => {
  const row = (n: number) => ({name: `v${n}`, pubkey: String(n).repeat(64), address: `127.0.0.1:${n}`})
  const {network, issues} = networkOfDocument({network: 'x', validators: [row(2), row(1)]})
  assert.equal(issues, [])
  assert.equal(
    [network.blockTimeMs, network.leader, network.members.map(({name}) => name)],
    [500, 'stable', ['v1', 'v2']],
  )
  const told = networkOfDocument({
    network: 'x',
    leader: 'stable',
    block_time_ms: 500,
    validators: [{...row(2), weight: 1}, row(1)],
  })
  assert.is(told.network.genesisId, network.genesisId)
  const other = networkOfDocument({network: 'x', validators: [{...row(2), weight: 2}, row(1)]})
  assert.is.not(other.network.genesisId, network.genesisId)
  for (const wrong of [null, [], {}, {network: '', validators: [row(1)]}, {network: 'x', validators: []}])
    assert.ok(networkOfDocument(wrong).issues.length > 0)
  const fields = networkOfDocument({
    network: 'x',
    block_time_ms: 1,
    leader: 'me',
    validators: [{...row(1), weight: 0}, row(1)],
  })
  assert.equal(fields.issues.map(({pointer}) => pointer).sort(), [
    '/block_time_ms',
    '/leader',
    '/validators/0/weight',
    '/validators/1/address',
    '/validators/1/name',
    '/validators/1/pubkey',
  ])
})

it('a block is refused for every field that does not follow', () => {
  const tip = genesisTip(ZERO)
  const block = makeBlock(tip, {...draft, entries: [ZERO]})
  assert.is(blockFault(block, tip), undefined)
  const bent = (change: object) => blockFault({...block, header: {...block.header, ...change}}, tip)
  assert.is(bent({height: 2}), 'height')
  assert.is(bent({parent_id: `sha256:${'1'.repeat(64)}`}), 'parent')
  assert.is(bent({timestamp_ms: 0}), 'time')
  assert.is(bent({tx_count: 2}), 'tx_root')
  assert.is(bent({tx_root: ZERO}), 'tx_root')
  assert.is(bent({state_root: ZERO}), 'state_root')
  assert.is(blockFault({...block, entries: []}, tip), 'tx_root')
  assert.is(blockFault({...block, entries: [ZERO, ZERO]}, tip), 'tx_root')
  const next = makeBlock(tipOf(block), {...draft, format: '0.9.0'})
  assert.is(next.header.format, '1.0.0')
  assert.is(blockFault({...next, header: {...next.header, format: '0.9.0'}}, tipOf(block)), 'format')
})

it('the format of blocks rises when somebody finalises, and never above the oldest member', () => {
  const of = (parent: string | undefined, finalised: string | undefined, ...versions: string[]) =>
    blockFormat({parent, finalised, versions})
  assert.is(of(undefined, undefined, '1.2.0', '1.0.1'), '1.0.1')
  assert.is(of('1.0.1', undefined, '1.2.0', '1.2.0'), '1.0.1')
  assert.is(of('1.0.1', '1.2.0', '1.2.0', '1.2.0'), '1.2.0')
  assert.is(of('1.0.1', '1.2.0', '1.2.0', '1.1.0'), '1.1.0')
})

it('a proof counts each member once, and no signature of another vote', () => {
  const keys = Array.from({length: 4}, () => memberKey(makeKeyPem()) ?? never())
  const members = keys.map(({pubkey}, at) => ({name: `v${at}`, pubkey, weight: 1, address: {host: 'a', port: at}}))
  const network: ValidatorNetwork = {...madeNetwork([1]), members}
  const vote = {height: 1, view: 0, phase: 'commit' as const, block_id: ZERO}
  const votes = keys.map((key) => ({voter: key.pubkey, signature: key.sign(voteText(vote, network.genesisId))}))
  const proof = (some: Certificate['votes'], change: object = {}) =>
    isProof(network, {...vote, ...change, votes: some}, 'commit')
  const [a = never(), b = never(), c = never()] = votes
  assert.ok(proof(votes.slice(1)))
  assert.not.ok(proof(votes.slice(2)))
  assert.not.ok(proof([a, b, b]))
  assert.not.ok(proof([a, b, {...c, signature: b.signature}]))
  assert.not.ok(proof(votes, {height: 2}))
  assert.not.ok(proof(votes, {phase: 'prepare'}))
  const stranger = memberKey(makeKeyPem()) ?? never()
  const strange = {voter: stranger.pubkey, signature: stranger.sign(voteText(vote, network.genesisId))}
  assert.not.ok(proof([a, b, strange]))
})

it('what is no message is none, whatever it is', () => {
  const status = {kind: 'status', height: 1, block_id: ZERO, version: '1.0.0', voted: 0}
  assert.ok(readPeerMessage(status))
  for (const wrong of [
    ...[null, 1, [], {}, {kind: 'fly'}, {...status, height: -1}, {...status, height: 1.5}, {...status, version: '1'}],
    ...[{kind: 'vote'}, {kind: 'vote', vote: {}}, {kind: 'view', height: 1, view: 0}, {kind: 'ask', from: '1'}],
    ...[
      {kind: 'proposal', height: 1, view: 0, block: {header: {}, entries: []}, justify: null},
      {kind: 'block', block: null},
    ],
    ...[
      {kind: 'entries', digests: ['x']},
      {kind: 'entries', digests: Array.from({length: 257}, () => ZERO)},
    ],
  ])
    assert.is(readPeerMessage(wrong), undefined, JSON.stringify(wrong))
})

it('who lost its record keeps silent up to where others saw it vote', () => {
  const network = madeNetwork([1, 1, 1, 1])
  const tip = {...genesisTip(ZERO), height: 6}
  const [a = '', b = '', c = ''] = network.members.map(({pubkey}) => pubkey)
  const start = {network, self: a, tip, view: 0, judge: () => true}
  const lost = new ConsensusMachine({...start, record: undefined, isRecordWhole: false}, 0)
  assert.not.ok(lost.mayVote)
  lost.take({kind: 'report', from: b, height: 6}, 0)
  assert.not.ok(lost.mayVote, 'one other is no quorum')
  lost.take({kind: 'report', from: c, height: 7}, 0)
  assert.not.ok(lost.mayVote, 'somebody saw it vote at the next height')
  const fresh = new ConsensusMachine({...start, record: undefined, isRecordWhole: false}, 0)
  for (const from of [b, c]) fresh.take({kind: 'report', from, height: 6}, 0)
  assert.ok(fresh.mayVote)
  const record: VoteRecord = {height: 7, view: 3, phase: 'prepare', block_id: ZERO, lock: null}
  const known = new ConsensusMachine({...start, record, isRecordWhole: true}, 0)
  assert.equal([known.mayVote, known.view], [true, 3])
})

it('a block of a proposal has its id from its header alone', () => {
  const {header} = makeBlock(genesisTip(ZERO), draft)
  assert.is(blockId({...header}), blockId(header))
  assert.is.not(blockId({...header, view: 1}), blockId(header))
})
it.run()

function never(): never {
  throw new Error('it is not so')
}
