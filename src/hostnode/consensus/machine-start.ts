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
  /** In which view the block of the tip was committed. */
  readonly view: number
  readonly record: VoteRecord | undefined
  /** Whether the record is surely the last vote: not where there is none, nor after a restore. */
  readonly isRecordWhole: boolean
  /** Whether a proposed block may follow on the tip, for who knows the ledger. */
  readonly judge: (block: ChainBlock, parent: ChainTip) => boolean
  readonly rules?: SafetyRules
}
