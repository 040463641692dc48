import {digestOf} from '#digest/canonical-json'
import {nodeFact} from './facts-table.ts'
import type {NodeStore} from './node-store.ts'

/** What kinds of writes the validators hear of. */
export type WriteKind =
  | 'user.made'
  | 'token.made'
  | 'token.revoked'
  | 'tokens.revoked'
  | 'key.made'
  | 'key.removed'
  | 'repository.made'
  | 'repository.removed'
  | 'refs.moved'
  | 'hook.made'
  | 'hook.changed'
  | 'hook.removed'

/**
 * Enters a write into the ledger of the network, with the write and in its transaction: both are there or neither. `subject`: ids and digests, nothing that
 * anybody wrote. A node that stands alone keeps no ledger.
 */
export function noteWrite(store: NodeStore, kind: WriteKind, subject: string): void {
  if (nodeFact(store, 'network') === undefined) return
  const seq = Number(store.one('SELECT coalesce(max(seq), 0) + 1 AS seq FROM ledger')?.['seq'])
  const digest = digestOf({node: nodeFact(store, 'node_id') ?? '', seq, kind, subject})
  store.run('INSERT INTO ledger (seq, kind, subject, digest) VALUES (?, ?, ?, ?)', seq, kind, subject, digest)
}

/** Digests of writes that no block holds yet, the oldest first. */
export function pendingWrites(store: NodeStore, most: number): string[] {
  const sql = 'SELECT digest FROM ledger WHERE height IS NULL ORDER BY seq LIMIT ?'
  return store.all(sql, most).map(({digest}) => String(digest))
}
