import {type BlockFault, blockFault, type ChainBlock, type ChainTip} from '../consensus/chain-block.ts'
import {compareReleases} from '../model/release-order.ts'
import {isEntryFinal} from '../store/blocks-table.ts'
import type {NodeStore} from '../store/node-store.ts'

/** Clocks of validators may be so far apart. */
const MOST_AHEAD_MS = 60_000

/** What a judge knows. */
export interface BlockJudge {
  readonly store: NodeStore
  readonly self: string
  /** Of this node: it follows no format that is newer. */
  readonly version: string
  /** Whether this node computes wrong state roots, on purpose: then it takes nobody's but its own. */
  readonly isRootWrong: boolean
}

/** Whether a final block may be taken over; undefined where it may. */
export function followFault(block: ChainBlock, parent: ChainTip, judge: BlockJudge): BlockFault | 'newer' | undefined {
  if (compareReleases(block.header.format, judge.version) > 0) return 'newer'
  const fault = blockFault(block, parent)
  if (!judge.isRootWrong || (fault !== undefined && fault !== 'state_root')) return fault
  return block.header.producer === judge.self ? undefined : 'state_root'
}

/** Whether to vote for a block: it may be taken over, is not from the future, and repeats no entry. */
export function mayVoteFor(block: ChainBlock, parent: ChainTip, judge: BlockJudge & {readonly nowMs: number}): boolean {
  if (followFault(block, parent, judge) !== undefined) return false
  if (block.header.timestamp_ms > judge.nowMs + MOST_AHEAD_MS) return false
  return !block.entries.some((digest) => isEntryFinal(judge.store, digest))
}
