import type {Scope} from './scopes.ts'
import {toldTime} from './told-times.ts'

// Rows as the store keeps them, times in ms since the epoch, and what of them callers see.

export interface UserRow {
  readonly id: string
  readonly username: string
  readonly email: string | null
  readonly created_at: number
}

export interface TokenRow {
  readonly id: string
  readonly user_id: string
  readonly name: string
  /** SHA-256 of the token. */
  readonly digest: Uint8Array
  readonly hint: string
  readonly scopes: readonly Scope[]
  readonly created_at: number
  readonly expires_at: number | null
  readonly last_used_at: number | null
  readonly revoked_at: number | null
}

/** A token, whatever it may be good for by now, and whose it is. */
export interface KnownCaller {
  readonly token: TokenRow
  readonly user: UserRow
}

export interface KeyRow {
  readonly id: string
  readonly user_id: string
  readonly title: string
  readonly key: string
  readonly key_type: string
  readonly fingerprint: string
  readonly created_at: number
}

export interface RepositoryRow {
  readonly id: string
  readonly owner: string
  readonly name: string
  readonly private: boolean
  /** Absent before schema 2. */
  readonly default_branch?: string
  /** Only an `active` one is seen by anybody. */
  readonly state: 'creating' | 'active' | 'deleting'
  readonly created_at: number
  readonly pushed_at: number | null
}

const timeOrNull = (atMs: number | null) => (atMs === null ? null : toldTime(atMs))

/** `email` only for who may read it. */
export function userView({id, username, email, created_at}: UserRow, withEmail: boolean): Record<string, unknown> {
  return {id, username, ...(withEmail && {email}), created_at: toldTime(created_at)}
}

/** `token` once, in the answer that creates it. */
export function tokenView(row: TokenRow, token?: string): Record<string, unknown> {
  return {
    id: row.id,
    name: row.name,
    ...(token === undefined ? {hint: row.hint} : {token, hint: row.hint}),
    scopes: row.scopes,
    created_at: toldTime(row.created_at),
    expires_at: timeOrNull(row.expires_at),
    last_used_at: timeOrNull(row.last_used_at),
  }
}

export function keyView({id, title, key, key_type, fingerprint, created_at}: KeyRow): Record<string, unknown> {
  return {id, title, key, key_type, fingerprint, created_at: toldTime(created_at)}
}

export function repositoryView(row: RepositoryRow, publicUrl: string): Record<string, unknown> {
  const {id, name, owner, default_branch, created_at, pushed_at} = row
  return {
    id,
    name,
    owner,
    private: row.private,
    ...(default_branch !== undefined && {default_branch}),
    clone_url: `${publicUrl}/git/${owner}/${name}`,
    created_at: toldTime(created_at),
    pushed_at: timeOrNull(pushed_at),
  }
}
