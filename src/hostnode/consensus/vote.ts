import {canonicalJson} from '#digest/canonical-json'
import {blockId, type ChainBlock} from './chain-block.ts'
import {quorumWeight, totalWeight, type ValidatorNetwork, weightOf} from './network.ts'

export const PHASES = ['prepare', 'commit'] as const
export type VotePhase = (typeof PHASES)[number]

/** The vote of one member for one block: one for each phase of each view of each height. */
export interface Vote {
  readonly height: number
  readonly view: number
  readonly phase: VotePhase
  readonly block_id: string
}

/** A vote that anybody can check. */
export interface SignedVote extends Vote {
  /** The key of the member. */
  readonly voter: string
  /** Ed25519 over `voteText`, base64url. */
  readonly signature: string
}

/** Votes of a quorum for one block in one phase of one view. */
export interface Certificate extends Vote {
  readonly votes: readonly Pick<SignedVote, 'voter' | 'signature'>[]
}

/** A block, with the proof that a quorum prepared it. */
export interface BlockLock {
  readonly block: ChainBlock
  readonly certificate: Certificate
}

/** The last vote of a member, on the disk before it is sent to anybody. */
export interface VoteRecord extends Vote {
  /** The prepared block that the member is bound to at this height. */
  readonly lock: BlockLock | null
}

/** The text that is signed. It names the network, so that a vote means nothing in another one. */
export function voteText({height, view, phase, block_id}: Vote, genesisId: string): string {
  return canonicalJson({network: genesisId, height, view, phase, block_id})
}

/** Orders two votes by when a member casts them: below, at or above zero. */
export function compareVotes(a: Vote, b: Vote): number {
  return a.height - b.height || a.view - b.view || PHASES.indexOf(a.phase) - PHASES.indexOf(b.phase)
}

/** Whether different members with the weight of a quorum signed. `isSigned` judges one signature. */
export function isCertified(
  certificate: Certificate,
  network: ValidatorNetwork,
  isSigned: (vote: SignedVote) => boolean,
): boolean {
  const {votes, ...vote} = certificate
  const voters = votes.map(({voter}) => voter)
  if (new Set(voters).size < voters.length) return false
  if (weightOf(network, voters) < quorumWeight(totalWeight(network))) return false
  return votes.every((one) => isSigned({...vote, ...one}))
}

/** Whether a certificate is of this block at its height. */
export function certifies({height, block_id}: Vote, {header}: ChainBlock): boolean {
  return height === header.height && block_id === blockId(header)
}
