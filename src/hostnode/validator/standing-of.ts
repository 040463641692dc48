import type {ConsensusMachine} from '../consensus/machine.ts'
import {memberOf, quorumWeight, totalWeight, type ValidatorNetwork, weightOf} from '../consensus/network.ts'
import type {PeerStanding, ValidatorStanding} from '../consensus/standing.ts'

/** What a standing is made of. */
export interface StandingFacts {
  readonly network: ValidatorNetwork
  readonly self: string
  readonly machine: Pick<ConsensusMachine, 'tip' | 'view' | 'leader' | 'mayVote'>
  readonly peers: readonly PeerStanding[]
  /** Whether a block came within ten block times. */
  readonly isFresh: boolean
  /** No block came since the start. */
  readonly isStarting: boolean
  /** Whether there is a final block that this node cannot follow. */
  readonly isDiverged: boolean
}

export function standingOf(facts: StandingFacts): ValidatorStanding {
  const {network, self, machine, peers, isFresh, isDiverged} = facts
  const {tip, view, leader} = machine
  const connected = peers.filter(({isConnected}) => isConnected)
  const syncTarget = Math.max(tip.height, ...connected.map(({height = 0}) => height))
  const connectedWeight = weightOf(network, [self, ...connected.map(({pubkey}) => pubkey)])
  const hasQuorum = connectedWeight >= quorumWeight(totalWeight(network))
  const isBehind = syncTarget - tip.height > 1
  const state = stateOf(facts, isBehind)
  const isLeader = leader === self && state === 'active'
  return {
    state,
    role: isLeader ? 'leader' : machine.mayVote && !isBehind ? 'validator' : 'follower',
    view,
    height: tip.height,
    blockId: tip.id,
    lastBlockAtMs: tip.height === 0 ? undefined : tip.timestampMs,
    leader: memberOf(network, leader)?.name ?? '',
    isLeader,
    isSynced: hasQuorum && isFresh && !isBehind && !isDiverged,
    syncTarget,
    connectedWeight,
    hasQuorum,
    peers,
  }
}

function stateOf({isDiverged, isFresh, isStarting}: StandingFacts, isBehind: boolean): ValidatorStanding['state'] {
  if (isDiverged) return 'stopped'
  if (isBehind) return 'syncing'
  if (isFresh) return 'active'
  return isStarting ? 'starting' : 'stopped'
}
