import {nameKey} from '../model/object-names.ts'
import type {UserRow} from '../model/objects.ts'
import {noteWrite} from './ledger-table.ts'
import type {NodeStore, StoreRow} from './node-store.ts'

export function insertUser(store: NodeStore, {id, username, email, created_at}: UserRow): void {
  store.run(
    'INSERT INTO users (id, username, username_key, email, created_at) VALUES (?, ?, ?, ?, ?)',
    id,
    username,
    nameKey(username),
    email,
    created_at,
  )
  noteWrite(store, 'user.made', id)
}

export function userById(store: NodeStore, id: string): UserRow | undefined {
  return toUser(store.one('SELECT * FROM users WHERE id = ?', id))
}

function toUser(row: StoreRow | undefined): UserRow | undefined {
  if (row === undefined) return undefined
  const {id, username, email, created_at} = row
  return {
    id: String(id),
    username: String(username),
    email: email === null ? null : String(email),
    created_at: Number(created_at),
  }
}
