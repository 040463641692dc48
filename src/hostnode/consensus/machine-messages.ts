import type {ChainBlock} from './chain-block.ts'
import type {BlockLock, Certificate, SignedVote, VoteRecord} from './vote.ts'

/** What members tell each other to agree. All signatures in it are checked before the machine sees it. */
export type ConsensusMessage =
  | {
      readonly kind: 'proposal'
      readonly height: number
      readonly view: number
      readonly block: ChainBlock
      /** That a quorum prepared this block in an earlier view. */
      readonly justify: Certificate | null
    }
  | {readonly kind: 'vote'; readonly vote: SignedVote}
  /** The sender has gone on to a view; `lock` is the newest that it knows. */
  | {readonly kind: 'view'; readonly height: number; readonly view: number; readonly lock: BlockLock | null}

/** What happens to a machine. */
export type MachineInput =
  | {readonly kind: 'tick'}
  | {readonly kind: 'message'; readonly from: string; readonly message: ConsensusMessage}
  /** The block that `compose` asked for. */
  | {readonly kind: 'composed'; readonly block: ChainBlock}
  /** A block that a quorum committed elsewhere. */
  | {readonly kind: 'final'; readonly block: ChainBlock; readonly certificate: Certificate}
  /** How high a peer says that this member may have voted. */
  | {readonly kind: 'report'; readonly from: string; readonly height: number}
  | {readonly kind: 'step-down'}

/** What is to be done, in this order. */
export type MachineOutput =
  /** A new block is wanted to be proposed. */
  | {readonly kind: 'compose'; readonly height: number; readonly view: number}
  /** To be stored, then signed, sent to all, and handed in as a message of one's own. */
  | {readonly kind: 'sign'; readonly record: VoteRecord}
  /** To all. */
  | {readonly kind: 'send'; readonly message: ConsensusMessage}
  | {readonly kind: 'commit'; readonly block: ChainBlock; readonly certificate: Certificate}
  /** A member voted twice where it may once. */
  | {readonly kind: 'equivocation'; readonly member: string}

export function heightOfMessage(message: ConsensusMessage): number {
  return message.kind === 'vote' ? message.vote.height : message.height
}

export function viewOfMessage(message: ConsensusMessage): number {
  return message.kind === 'vote' ? message.vote.view : message.view
}
