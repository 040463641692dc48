import {compareVotes, type VoteRecord} from '../consensus/vote.ts'
import type {NodeStore} from './node-store.ts'

/** The last vote of this node, and whether it came back with a backup: then later ones may be lost. */
export interface StoredVote {
  readonly record: VoteRecord
  readonly isRestored: boolean
}

export function storedVote(store: NodeStore): StoredVote | undefined {
  const row = store.one('SELECT * FROM votes WHERE id = 1')
  if (row === undefined) return undefined
  const {height, view, phase, block_id, lock, restored} = row
  const record: VoteRecord = {
    height: Number(height),
    view: Number(view),
    phase: phase === 'commit' ? 'commit' : 'prepare',
    block_id: String(block_id),
    lock: typeof lock === 'string' ? JSON.parse(lock) : null,
  }
  return {record, isRestored: restored === 1}
}

/** Inside a transaction. Durable before the vote is told to anybody. Throws for one that is not later than the last: two votes in one place are worse than a stop. */
export function storeVote(store: NodeStore, record: VoteRecord): void {
  const last = storedVote(store)
  if (last !== undefined && compareVotes(record, last.record) <= 0) throw new Error('a vote would go back')
  putVote(store, record, false)
}

/** After a restore: the larger one of both is kept, and neither is trusted to be the last. Inside a transaction. */
export function restoreVote(store: NodeStore, other: VoteRecord | undefined): void {
  const own = storedVote(store)?.record
  const larger = own === undefined || (other !== undefined && compareVotes(other, own) > 0) ? other : own
  if (larger !== undefined) putVote(store, larger, true)
}

function putVote(store: NodeStore, {height, view, phase, block_id, lock}: VoteRecord, isRestored: boolean): void {
  store.run(
    'INSERT OR REPLACE INTO votes (id, height, view, phase, block_id, lock, restored) VALUES (1, ?, ?, ?, ?, ?, ?)',
    height,
    view,
    phase,
    block_id,
    lock === null ? null : JSON.stringify(lock),
    isRestored ? 1 : 0,
  )
}
