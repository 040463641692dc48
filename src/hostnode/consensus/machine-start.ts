import type {ChainBlock, ChainTip} from './chain-block.ts'
import type {ValidatorNetwork} from './network.ts'
import type {SafetyRules} from './rules.ts'
import type {VoteRecord} from './vote.ts'

/** What a machine starts from. */
export interface MachineStart {
  readonly network: ValidatorNetwork
  /** The key of this member. */
  readonly self: string
  readonly tip: ChainTip
  /** The view in which the block of the tip was committed. */
  readonly view: number
  readonly record: VoteRecord | undefined
  /** Whether `record` is certain to be the last vote: false if there is none, and after a restore. */
  readonly isRecordWhole: boolean
  /** Whether a proposed block may follow the tip, judged with knowledge of the ledger. */
  readonly judge: (block: ChainBlock, parent: ChainTip) => boolean
  readonly rules?: SafetyRules
}
