import type {ValidatorNetwork} from './network.ts'

/** Another validator as this one sees it. */
export interface PeerStanding {
  readonly name: string
  readonly pubkey: string
  readonly isConnected: boolean
  /** Undefined if it has not told its height yet. */
  readonly height: number | undefined
  readonly version: string | undefined
  readonly lastSeenAtMs: number | undefined
}

/** The progress of a validator, and the peers it is connected to. */
export interface ValidatorStanding {
  /** `starting`: no block yet. `stopped`: no block for ten block times, or blocks that it cannot follow. */
  readonly state: 'starting' | 'syncing' | 'active' | 'stopped'
  readonly role: 'leader' | 'validator' | 'follower'
  readonly view: number
  readonly height: number
  readonly blockId: string
  /** From the header of the block; undefined before the first block. */
  readonly lastBlockAtMs: number | undefined
  readonly leader: string
  readonly isLeader: boolean
  readonly isSynced: boolean
  readonly syncTarget: number
  readonly connectedWeight: number
  readonly hasQuorum: boolean
  readonly peers: readonly PeerStanding[]
}

/** A node's part among validators, as the rest of the node uses it. */
export interface ValidatorSeat {
  readonly network: ValidatorNetwork
  /** Starts the link and returns its address. Throws `node_listen`. */
  open(): Promise<string>
  close(): Promise<void>
  standing(): ValidatorStanding
  /** Whether a block was committed lately; otherwise new writes might never become final. */
  takesWrites(): boolean
  /** Gives up leading; returns whether the node was the leader. */
  stepDown(): boolean
}
