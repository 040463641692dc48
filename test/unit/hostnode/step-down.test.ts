import * as assert from 'uvu/assert'
import {blockId, genesisTip, makeBlock} from '#hostnode/consensus/chain-block'
import {ConsensusMachine} from '#hostnode/consensus/machine'
import type {MachineOutput} from '#hostnode/consensus/machine-messages'
import {PHASES, type VotePhase} from '#hostnode/consensus/vote'
import {madeNetwork} from '../../support/consensus/made-network.ts'
import {spec} from '../../support/spec.ts'

const it = spec('hostnode/step-down')
const network = madeNetwork([1, 1, 1, 1])
const [leader = '', ...others] = network.members.map(({pubkey}) => pubkey)
const start = {network, tip: genesisTip(network.genesisId), view: 0, record: undefined, isRecordWhole: true}
const block = makeBlock(start.tip, {view: 0, producer: leader, nowMs: 1, format: '1.0.0', entries: []})

function machineOf(self: string): ConsensusMachine {
  return new ConsensusMachine({...start, self, judge: () => true}, 0)
}

function hearVotes(machine: ConsensusMachine, phase: VotePhase): MachineOutput[] {
  return [leader, ...others].slice(0, 3).flatMap((voter) => {
    const vote = {height: 1, view: 0, phase, block_id: blockId(block.header), voter, signature: 's'}
    return machine.take({kind: 'message', from: voter, message: {kind: 'vote', vote}}, 100)
  })
}

function viewsSent(outputs: readonly MachineOutput[]): string[] {
  return outputs.flatMap((one) =>
    one.kind === 'send' && one.message.kind === 'view' ? `${one.message.height}:${one.message.view}` : [],
  )
}

it('a leader that stepped down while a block of its view became final does not lead the next one', () => {
  const machine = machineOf(leader)
  machine.take({kind: 'tick'}, 100)
  machine.take({kind: 'composed', block}, 100)
  hearVotes(machine, 'prepare')
  assert.equal(viewsSent(machine.take({kind: 'step-down'}, 100)), ['1:1'])
  const sent = hearVotes(machine, 'commit')
  assert.is(machine.tip.height, 1)
  assert.equal([machine.view, machine.leader], [1, others[0]])
  assert.equal(viewsSent(sent), ['2:1'], 'the others are told at the new height as well')
})

it('whoever hears at the new height that the leader left follows it', () => {
  const machine = machineOf(others[0] ?? '')
  machine.take(
    {kind: 'message', from: leader, message: {kind: 'proposal', height: 1, view: 0, block, justify: null}},
    100,
  )
  for (const phase of PHASES) hearVotes(machine, phase)
  assert.equal([machine.tip.height, machine.leader], [1, leader])
  machine.take({kind: 'message', from: leader, message: {kind: 'view', height: 2, view: 1, lock: null}}, 100)
  assert.equal([machine.view, machine.leader], [1, others[0]])
})

it('where leaders take turns, who gave up one view leads in it again when its turn comes', () => {
  const turning = madeNetwork([1, 1], 'rotating')
  const at = (height: number) =>
    new ConsensusMachine({...start, network: turning, self: leader, tip: {...start.tip, height}, judge: () => true}, 0)
  const [first, second] = [at(0), at(1)]
  const mine = [first, second].find((one) => one.leader === leader) ?? first
  mine.take({kind: 'step-down'}, 0)
  assert.is.not(mine.leader, leader)
  for (let height = mine.tip.height + 1; height < 6; height++) {
    const next = makeBlock(mine.tip, {view: 0, producer: leader, nowMs: 1, format: '1.0.0', entries: []})
    const certificate = {height, view: 0, phase: 'commit' as const, block_id: blockId(next.header), votes: []}
    mine.take({kind: 'final', block: next, certificate}, 0)
    assert.is(mine.view, 0, `height ${height}`)
  }
})
it.run()
