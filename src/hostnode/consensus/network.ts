import type {ListenAddress} from '../config/settings.ts'

/** One validator of a network. */
export interface NetworkMember {
  readonly name: string
  /** The raw Ed25519 key, 64 hex digits. */
  readonly pubkey: string
  /** An integer of at least 1. */
  readonly weight: number
  /** Where the others reach its link. */
  readonly address: ListenAddress
}

/** The validators and how they vote: the same for all members, fixed by its digest. */
export interface ValidatorNetwork {
  readonly name: string
  /** Canonical SHA-256 of the whole document: the parent of the first block. */
  readonly genesisId: string
  readonly blockTimeMs: number
  readonly leader: 'stable' | 'rotating'
  /** Sorted by key. */
  readonly members: readonly NetworkMember[]
}

/** The least weight that decides anything: floor(2W/3) + 1 in whole numbers. */
export function quorumWeight(total: number): number {
  return (2 * total - ((2 * total) % 3)) / 3 + 1
}

/** The weight that may be faulty or absent: the largest whole number strictly below W/3. */
export function toleratedWeight(total: number): number {
  return (total - 1 - ((total - 1) % 3)) / 3
}

export function totalWeight({members}: Pick<ValidatorNetwork, 'members'>): number {
  return members.reduce((sum, {weight}) => sum + weight, 0)
}

/** Total weight of the members with these keys; a repeated key counts once, an unknown one not at all. */
export function weightOf({members}: Pick<ValidatorNetwork, 'members'>, keys: Iterable<string>): number {
  const named = new Set(keys)
  return members.reduce((sum, {pubkey, weight}) => sum + (named.has(pubkey) ? weight : 0), 0)
}

/** Key of the member that may propose at a height in a view. */
export function leaderAt({members, leader}: ValidatorNetwork, height: number, view: number): string {
  const turn = leader === 'stable' ? view : height + view
  return members[turn % members.length]?.pubkey ?? ''
}

export function memberOf({members}: Pick<ValidatorNetwork, 'members'>, pubkey: string): NetworkMember | undefined {
  return members.find((one) => one.pubkey === pubkey)
}
