import {isHookEvent} from '../model/hook-events.ts'
import {DISABLED_REASONS, type HookRow} from '../model/hook-rows.ts'
import type {PageQuery} from '../model/pages.ts'
import {noteWrite} from './ledger-table.ts'
import type {NodeStore, StoreRow} from './node-store.ts'

export function insertHook(store: NodeStore, row: HookRow): void {
  store.run(
    'INSERT INTO hooks (id, repository_id, url, secret, events, active, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    row.id,
    row.repository_id,
    row.url,
    row.secret,
    row.events.join(),
    row.active ? 1 : 0,
    row.created_at,
  )
  noteWrite(store, 'hook.made', row.id)
}

export function hooksOfRepository(store: NodeStore, repositoryId: string, {page, perPage}: PageQuery): HookRow[] {
  const sql = 'SELECT * FROM hooks WHERE repository_id = ? ORDER BY id LIMIT ? OFFSET ?'
  return store.all(sql, repositoryId, perPage, (page - 1) * perPage).map(toHook)
}

export function countHooks(store: NodeStore, repositoryId: string): number {
  return Number(store.one('SELECT count(*) AS n FROM hooks WHERE repository_id = ?', repositoryId)?.['n'])
}

/** Those that the node switched off, not their owner. */
export function countDisabledHooks(store: NodeStore): number {
  return Number(store.one('SELECT count(*) AS n FROM hooks WHERE disabled_reason IS NOT NULL')?.['n'])
}

export function hookOfRepository(store: NodeStore, repositoryId: string, id: string): HookRow | undefined {
  const row = store.one('SELECT * FROM hooks WHERE id = ? AND repository_id = ?', id, repositoryId)
  return row && toHook(row)
}

export function hookById(store: NodeStore, id: string): HookRow | undefined {
  const row = store.one('SELECT * FROM hooks WHERE id = ?', id)
  return row && toHook(row)
}

/** Its deliveries go with it. Whether there was one to delete. */
export function deleteHook(store: NodeStore, repositoryId: string, id: string): boolean {
  const isGone = store.run('DELETE FROM hooks WHERE id = ? AND repository_id = ?', id, repositoryId) === 1
  if (isGone) noteWrite(store, 'hook.removed', id)
  return isGone
}

/** All of it but id, repository and age. */
export function updateHook(store: NodeStore, row: HookRow): void {
  store.run(
    'UPDATE hooks SET url = ?, secret = ?, events = ?, active = ?, disabled_reason = ?, failed_in_a_row = ? WHERE id = ?',
    row.url,
    row.secret,
    row.events.join(),
    row.active ? 1 : 0,
    row.disabled_reason,
    row.failed_in_a_row,
    row.id,
  )
}

function toHook(row: StoreRow): HookRow {
  const {id, repository_id, url, secret, events, active, disabled_reason, failed_in_a_row, created_at} = row
  return {
    id: String(id),
    repository_id: String(repository_id),
    url: String(url),
    secret: secret instanceof Uint8Array ? secret : new Uint8Array(),
    events: String(events).split(',').filter(isHookEvent),
    active: active === 1,
    disabled_reason: DISABLED_REASONS.find((one) => one === disabled_reason) ?? null,
    failed_in_a_row: Number(failed_in_a_row),
    created_at: Number(created_at),
  }
}
