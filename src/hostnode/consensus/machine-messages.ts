import type {ChainBlock} from './chain-block.ts'
import type {BlockLock, Certificate, SignedVote, VoteRecord} from './vote.ts'

/** What members tell each other to reach agreement. The machine sees a message only after all its signatures were checked. */
export type ConsensusMessage =
  | {
      readonly kind: 'proposal'
      readonly height: number
      readonly view: number
      readonly block: ChainBlock
      /** Proof that a quorum prepared this block in an earlier view; null for a new block. */
      readonly justify: Certificate | null
    }
  | {readonly kind: 'vote'; readonly vote: SignedVote}
  /** The sender has entered a view; `lock` is the newest that it knows. */
  | {readonly kind: 'view'; readonly height: number; readonly view: number; readonly lock: BlockLock | null}

/** An event for the machine. */
export type MachineInput =
  | {readonly kind: 'tick'}
  | {readonly kind: 'message'; readonly from: string; readonly message: ConsensusMessage}
  /** The block that a `compose` output asked for. */
  | {readonly kind: 'composed'; readonly block: ChainBlock}
  /** A block that a quorum committed elsewhere. */
  | {readonly kind: 'final'; readonly block: ChainBlock; readonly certificate: Certificate}
  /** The greatest height at which this member may have voted, as a peer reports it. */
  | {readonly kind: 'report'; readonly from: string; readonly height: number}
  | {readonly kind: 'step-down'}

/** What the machine wants done, in this order. */
export type MachineOutput =
  /** A new block is needed for a proposal. */
  | {readonly kind: 'compose'; readonly height: number; readonly view: number}
  /** To be stored, then signed, sent to all members, and given back to the machine as a message of its own. */
  | {readonly kind: 'sign'; readonly record: VoteRecord}
  /** To be sent to all members. */
  | {readonly kind: 'send'; readonly message: ConsensusMessage}
  | {readonly kind: 'commit'; readonly block: ChainBlock; readonly certificate: Certificate}
  /** A member voted twice where it may vote once. */
  | {readonly kind: 'equivocation'; readonly member: string}

export function heightOfMessage(message: ConsensusMessage): number {
  return message.kind === 'vote' ? message.vote.height : message.height
}

export function viewOfMessage(message: ConsensusMessage): number {
  return message.kind === 'vote' ? message.vote.view : message.view
}
