import type {TokenRow} from '../model/objects.ts'
import type {PageQuery} from '../model/pages.ts'
import {isScope} from '../model/scopes.ts'
import {noteWrite} from './ledger-table.ts'
import type {NodeStore, StoreRow} from './node-store.ts'

const LIVE = 'user_id = ? AND revoked_at IS NULL'

export function insertToken(store: NodeStore, row: TokenRow): void {
  store.run(
    `INSERT INTO tokens (id, user_id, name, digest, hint, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.user_id,
    row.name,
    row.digest,
    row.hint,
    row.scopes.join(' '),
    row.created_at,
    row.expires_at,
  )
  noteWrite(store, 'token.made', row.id)
}

/** Revoked and expired ones as well. `digest`: SHA-256 of the token. */
export function tokenByDigest(store: NodeStore, digest: Uint8Array): TokenRow | undefined {
  const row = store.one('SELECT * FROM tokens WHERE digest = ?', digest)
  return row && toToken(row)
}

/** Expired ones too: their owner may want to see when they ended. */
export function tokensOfUser(store: NodeStore, userId: string, {page, perPage}: PageQuery): TokenRow[] {
  const sql = `SELECT * FROM tokens WHERE ${LIVE} ORDER BY id LIMIT ? OFFSET ?`
  return store.all(sql, userId, perPage, (page - 1) * perPage).map(toToken)
}

export function countTokens(store: NodeStore, userId: string): number {
  return Number(store.one(`SELECT count(*) AS n FROM tokens WHERE ${LIVE}`, userId)?.['n'])
}

/** Those that may still be used: neither revoked nor expired. */
export function countLiveTokens(store: NodeStore, userId: string, nowMs: number): number {
  const sql = `SELECT count(*) AS n FROM tokens WHERE ${LIVE} AND (expires_at IS NULL OR expires_at > ?)`
  return Number(store.one(sql, userId, nowMs)?.['n'])
}

/** The row stays. Whether there was one to revoke. */
export function revokeToken(store: NodeStore, userId: string, id: string, nowMs: number): boolean {
  const isRevoked = store.run(`UPDATE tokens SET revoked_at = ? WHERE id = ? AND ${LIVE}`, nowMs, id, userId) === 1
  if (isRevoked) noteWrite(store, 'token.revoked', id)
  return isRevoked
}

export function revokeAllTokens(store: NodeStore, nowMs: number): number {
  const count = store.run('UPDATE tokens SET revoked_at = ? WHERE revoked_at IS NULL', nowMs)
  noteWrite(store, 'tokens.revoked', String(count))
  return count
}

export function touchToken(store: NodeStore, id: string, nowMs: number): void {
  store.run('UPDATE tokens SET last_used_at = ? WHERE id = ?', nowMs, id)
}

function toToken(row: StoreRow): TokenRow {
  const {digest} = row
  return {
    id: String(row['id']),
    user_id: String(row['user_id']),
    name: String(row['name']),
    digest: digest instanceof Uint8Array ? digest : new Uint8Array(),
    hint: String(row['hint']),
    scopes: String(row['scopes']).split(' ').filter(isScope),
    created_at: Number(row['created_at']),
    expires_at: numberOrNull(row['expires_at']),
    last_used_at: numberOrNull(row['last_used_at']),
    revoked_at: numberOrNull(row['revoked_at']),
  }
}

const numberOrNull = (value: StoreRow[string] | undefined) => (typeof value === 'number' ? value : null)
