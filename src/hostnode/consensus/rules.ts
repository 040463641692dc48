import {blockId, type ChainBlock} from './chain-block.ts'
import {quorumWeight} from './network.ts'
import {type BlockLock, type Certificate, compareVotes, type Vote} from './vote.ts'

/** The rules that keep two blocks from being agreed on at one height. Tests pass other rules, and must see them fail. */
export interface SafetyRules {
  /** The weight, of a total, that decides. */
  quorum(total: number): number
  /** Whether a vote may follow the last one. */
  maySign(last: Vote | undefined, next: Vote): boolean
  /** Whether a member bound to `lock` may prepare a block. `justify`: the proof that the proposal brings for it. */
  mayPrepare(lock: BlockLock | undefined, block: ChainBlock, justify: Certificate | null): boolean
}

/**
 * One vote for each phase of each view of each height, and never an earlier one; a member that saw a quorum prepare a block prepares another
 * one only if a quorum prepared that one in a later view. Source: Buchman, Kwon, Milosevic, "The latest gossip on BFT consensus" (2018),
 * algorithm 1.
 */
export const SAFETY_RULES: SafetyRules = {
  quorum: quorumWeight,
  maySign: (last, next) => last === undefined || compareVotes(next, last) > 0,
  mayPrepare: (lock, block, justify) => {
    const id = blockId(block.header)
    if (lock === undefined || lock.certificate.block_id === id) return true
    return justify !== null && justify.block_id === id && justify.view > lock.certificate.view
  },
}
