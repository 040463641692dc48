import type {KeyRow} from '../model/objects.ts'
import type {PageQuery} from '../model/pages.ts'
import {noteWrite} from './ledger-table.ts'
import type {NodeStore, StoreRow} from './node-store.ts'

/** Throws where any user has the key. */
export function insertKey(store: NodeStore, row: KeyRow): void {
  store.run(
    'INSERT INTO ssh_keys (id, user_id, title, key, key_type, fingerprint, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    row.id,
    row.user_id,
    row.title,
    row.key,
    row.key_type,
    row.fingerprint,
    row.created_at,
  )
  noteWrite(store, 'key.made', row.id)
}

export function keysOfUser(store: NodeStore, userId: string, {page, perPage}: PageQuery): KeyRow[] {
  const sql = 'SELECT * FROM ssh_keys WHERE user_id = ? ORDER BY id LIMIT ? OFFSET ?'
  return store.all(sql, userId, perPage, (page - 1) * perPage).map(toKey)
}

export function countKeys(store: NodeStore, userId: string): number {
  return Number(store.one('SELECT count(*) AS n FROM ssh_keys WHERE user_id = ?', userId)?.['n'])
}

/** Whether there was one to delete. */
export function deleteKey(store: NodeStore, userId: string, id: string): boolean {
  const isGone = store.run('DELETE FROM ssh_keys WHERE id = ? AND user_id = ?', id, userId) === 1
  if (isGone) noteWrite(store, 'key.removed', id)
  return isGone
}

function toKey({id, user_id, title, key, key_type, fingerprint, created_at}: StoreRow): KeyRow {
  return {
    id: String(id),
    user_id: String(user_id),
    title: String(title),
    key: String(key),
    key_type: String(key_type),
    fingerprint: String(fingerprint),
    created_at: Number(created_at),
  }
}
