import {timestamp} from '#random/clock'
import {quorumWeight, toleratedWeight, totalWeight} from '../consensus/network.ts'
import {addressText} from '../consensus/network-document.ts'
import type {PeerStanding, ValidatorSeat} from '../consensus/standing.ts'
import type {NodeContext} from '../context/context.ts'
import type {BlockRow} from '../store/blocks-table.ts'

const NO_STATUS = [
  ...['simulated', 'role', 'view', 'block_height', 'block_id', 'last_block_at', 'leader', 'is_leader', 'synced'],
  ...[
    'sync_target',
    'lag_blocks',
    'total_weight',
    'quorum_weight',
    'fault_tolerance',
    'connected_weight',
    'has_quorum',
  ],
  ...['version', 'peers'],
]

/** `/api/consensus/status`; on a node that stands alone everything is null. */
export function consensusStatus({validator, release}: NodeContext): Record<string, unknown> {
  if (validator === undefined)
    return {enabled: false, state: 'disabled', ...Object.fromEntries(NO_STATUS.map((field) => [field, null]))}
  const standing = validator.standing()
  return {
    enabled: true,
    state: standing.state,
    simulated: true,
    role: standing.role,
    view: standing.view,
    block_height: standing.height,
    block_id: standing.blockId,
    last_block_at: timeOrNull(standing.lastBlockAtMs),
    leader: standing.leader,
    is_leader: standing.isLeader,
    synced: standing.isSynced,
    sync_target: standing.syncTarget,
    lag_blocks: standing.syncTarget - standing.height,
    ...weightsOf(validator),
    connected_weight: standing.connectedWeight,
    has_quorum: standing.hasQuorum,
    version: release.version,
    peers: standing.peers.map(peerView),
  }
}

/** `/api/consensus/validators`: all of them, including this node. */
export function validatorList({validator, release}: NodeContext): Record<string, unknown> {
  if (validator === undefined)
    return {
      epoch: null,
      total_weight: null,
      quorum_weight: null,
      fault_tolerance: null,
      validator_count: 0,
      validators: [],
    }
  const {height, peers} = validator.standing()
  const {members} = validator.network
  const validators = members.map(({name, pubkey, weight, address}) => {
    const peer = peers.find((one) => one.pubkey === pubkey)
    const self = {name, connected: true, height, version: release.version, last_seen_at: null}
    return {...(peer === undefined ? self : peerView(peer)), pubkey, weight, address: addressText(address)}
  })
  return {epoch: 0, ...weightsOf(validator), validator_count: members.length, validators}
}

export function blockView({id, block, certificate}: BlockRow): Record<string, unknown> {
  const {header, entries} = block
  const {view, votes} = certificate
  return {height: header.height, block_id: id, header, entries, commit: {view, votes}}
}

function weightsOf({network}: ValidatorSeat) {
  const total = totalWeight(network)
  return {total_weight: total, quorum_weight: quorumWeight(total), fault_tolerance: toleratedWeight(total)}
}

function peerView({name, isConnected, height, version, lastSeenAtMs}: PeerStanding) {
  return {
    name,
    connected: isConnected,
    height: height ?? null,
    version: version ?? null,
    last_seen_at: timeOrNull(lastSeenAtMs),
  }
}

function timeOrNull(atMs: number | undefined): string | null {
  return atMs === undefined ? null : timestamp(atMs)
}
