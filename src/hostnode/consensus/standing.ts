import type {ValidatorNetwork} from './network.ts'

/** Another validator as this one sees it. */
export interface PeerStanding {
  readonly name: string
  readonly pubkey: string
  readonly isConnected: boolean
  /** Undefined where it never said. */
  readonly height: number | undefined
  readonly version: string | undefined
  readonly lastSeenAtMs: number | undefined
}

/** How far a validator is, and with whom. */
export interface ValidatorStanding {
  /** `starting`: no block yet. `stopped`: none for ten block times, or blocks that it cannot follow. */
  readonly state: 'starting' | 'syncing' | 'active' | 'stopped'
  readonly role: 'leader' | 'validator' | 'follower'
  readonly view: number
  readonly height: number
  readonly blockId: string
  /** By the header; undefined before the first block. */
  readonly lastBlockAtMs: number | undefined
  readonly leader: string
  readonly isLeader: boolean
  readonly isSynced: boolean
  readonly syncTarget: number
  readonly connectedWeight: number
  readonly hasQuorum: boolean
  readonly peers: readonly PeerStanding[]
}

/** What the rest of a node needs of its part among validators. */
export interface ValidatorSeat {
  readonly network: ValidatorNetwork
  /** The address of its link. Throws `node_listen`. */
  open(): Promise<string>
  close(): Promise<void>
  standing(): ValidatorStanding
  /** Whether a block came lately: else what is written might never be final. */
  takesWrites(): boolean
  /** Whether it was the leader, and is not any more. */
  stepDown(): boolean
}
