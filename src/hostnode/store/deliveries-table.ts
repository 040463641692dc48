import type {WaitingDelivery} from '../model/hook-desk.ts'
import {type DeliveredEvent, isHookEvent} from '../model/hook-events.ts'
import type {AttemptRow, DeliveryRow} from '../model/hook-rows.ts'
import type {PageQuery} from '../model/pages.ts'
import type {NodeStore, StoreRow, StoreValues} from './node-store.ts'

export function insertEvent(
  store: NodeStore,
  event: {readonly id: string; readonly repositoryId: string; readonly kind: string; readonly createdAt: number},
): void {
  const sql = 'INSERT INTO events (id, repository_id, kind, created_at) VALUES (?, ?, ?, ?)'
  store.run(sql, event.id, event.repositoryId, event.kind, event.createdAt)
}

export function isEventStored(store: NodeStore, id: string): boolean {
  return store.one('SELECT 1 FROM events WHERE id = ?', id) !== undefined
}

export function insertDelivery(store: NodeStore, row: DeliveryRow): void {
  store.run(
    `INSERT INTO deliveries (id, hook_id, event_id, event, body, body_sha256, status, error, attempt, next_attempt_at, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.hook_id,
    row.event_id,
    row.event,
    row.body,
    row.body_sha256,
    row.status,
    row.error,
    row.attempt,
    row.next_attempt_at,
    row.created_at,
  )
}

/** What an attempt came to. */
type SettledDelivery = Omit<DeliveryRow, 'hook_id' | 'event_id' | 'event' | 'body' | 'body_sha256' | 'created_at'>

export function updateDelivery(store: NodeStore, row: SettledDelivery): void {
  store.run(
    `UPDATE deliveries SET status = ?, status_code = ?, duration_ms = ?, delivered_at = ?, error = ?, attempt = ?, next_attempt_at = ?
     WHERE id = ?`,
    row.status,
    row.status_code,
    row.duration_ms,
    row.delivered_at,
    row.error,
    row.attempt,
    row.next_attempt_at,
    row.id,
  )
}

export function insertAttempt(store: NodeStore, deliveryId: string, row: AttemptRow): void {
  store.run(
    'INSERT INTO attempts (delivery_id, n, started_at, status_code, duration_ms, error, reply) VALUES (?, ?, ?, ?, ?, ?, ?)',
    deliveryId,
    row.n,
    row.started_at,
    row.status_code,
    row.duration_ms,
    row.error,
    row.reply,
  )
}

/** Oldest first. */
export function attemptsOf(store: NodeStore, deliveryId: string): AttemptRow[] {
  return store.all('SELECT * FROM attempts WHERE delivery_id = ? ORDER BY n', deliveryId).map((row) => ({
    n: Number(row['n']),
    started_at: Number(row['started_at']),
    status_code: numberOrNull(row['status_code']),
    duration_ms: numberOrNull(row['duration_ms']),
    error: textOrNull(row['error']),
    reply: textOrNull(row['reply']),
  }))
}

export function deliveryById(store: NodeStore, id: string): DeliveryRow | undefined {
  const row = store.one('SELECT * FROM deliveries WHERE id = ?', id)
  return row && toDelivery(row)
}

/** What changes from attempt to attempt, without the body. */
export function attemptedDelivery(
  store: NodeStore,
  id: string,
): Pick<DeliveryRow, 'id' | 'hook_id' | 'attempt'> | undefined {
  const row = store.one('SELECT hook_id, attempt FROM deliveries WHERE id = ?', id)
  return row && {id, hook_id: String(row['hook_id']), attempt: Number(row['attempt'])}
}

/** Which of the deliveries of a hook: all, or those of one status. */
export interface DeliveryQuery {
  readonly hookId: string
  readonly status: DeliveryRow['status'] | undefined
}

/** Newest first. */
export function deliveriesOfHook(store: NodeStore, query: DeliveryQuery, {page, perPage}: PageQuery): DeliveryRow[] {
  const {where, values} = clauseOf(query)
  const sql = `SELECT * FROM deliveries WHERE ${where} ORDER BY id DESC LIMIT ? OFFSET ?`
  return store.all(sql, ...values, perPage, (page - 1) * perPage).map(toDelivery)
}

export function countDeliveries(store: NodeStore, query: DeliveryQuery): number {
  const {where, values} = clauseOf(query)
  return Number(store.one(`SELECT count(*) AS n FROM deliveries WHERE ${where}`, ...values)?.['n'])
}

function clauseOf({hookId, status}: DeliveryQuery): {where: string; values: StoreValues} {
  if (status === undefined) return {where: 'hook_id = ?', values: [hookId]}
  return {where: 'hook_id = ? AND status = ?', values: [hookId, status]}
}

/** Every delivery that is to be attempted, oldest first. None waits longer than it was to wait when that was written: since then the clock may have been put back. */
export function waitingDeliveries(store: NodeStore, nowMs: number): WaitingDelivery[] {
  const sql = `SELECT id, hook_id, next_attempt_at, next_attempt_at - coalesce(delivered_at, created_at) AS planned_ms
    FROM deliveries WHERE next_attempt_at IS NOT NULL ORDER BY id`
  return store.all(sql).map(({id, hook_id, next_attempt_at, planned_ms}) => ({
    id: String(id),
    hookId: String(hook_id),
    waitMs: Math.max(0, Math.min(Number(next_attempt_at) - nowMs, Number(planned_ms))),
  }))
}

/** How many deliveries are to be attempted, over all hooks, and when the first of them is or was due. */
export function deliveriesDue(store: NodeStore): {readonly waiting: number; readonly oldestDueMs: number | undefined} {
  const sql = 'SELECT count(*) AS n, min(next_attempt_at) AS first FROM deliveries WHERE next_attempt_at IS NOT NULL'
  const row = store.one(sql)
  return {waiting: Number(row?.['n']), oldestDueMs: numberOrNull(row?.['first']) ?? undefined}
}

export function countWaiting(store: NodeStore, hookId: string): number {
  const sql = 'SELECT count(*) AS n FROM deliveries WHERE hook_id = ? AND next_attempt_at IS NOT NULL'
  return Number(store.one(sql, hookId)?.['n'])
}

/** What waits for a hook that gets nothing any more. */
export function failWaiting(store: NodeStore, hookId: string, error: string): void {
  const sql = `UPDATE deliveries SET status = 'failed', error = ?, next_attempt_at = NULL WHERE hook_id = ? AND next_attempt_at IS NOT NULL`
  store.run(sql, error, hookId)
}

/** Removes what has ended and is older than a time, or beyond so many of its hook. */
export function sweepDeliveries(store: NodeStore, limits: {readonly beforeMs: number; readonly each: number}): number {
  return store.run(
    `DELETE FROM deliveries WHERE next_attempt_at IS NULL AND (created_at < ? OR id IN (
       SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY hook_id ORDER BY id DESC) AS place FROM deliveries) WHERE place > ?
     ))`,
    limits.beforeMs,
    limits.each,
  )
}

function toDelivery(row: StoreRow): DeliveryRow {
  const {id, hook_id, event_id, event, body, body_sha256, status, attempt, created_at} = row
  return {
    id: String(id),
    hook_id: String(hook_id),
    event_id: String(event_id),
    event: eventOf(String(event)),
    body: body instanceof Uint8Array ? body : new Uint8Array(),
    body_sha256: String(body_sha256),
    status: statusOf(String(status)),
    status_code: numberOrNull(row['status_code']),
    duration_ms: numberOrNull(row['duration_ms']),
    delivered_at: numberOrNull(row['delivered_at']),
    error: textOrNull(row['error']),
    attempt: Number(attempt),
    next_attempt_at: numberOrNull(row['next_attempt_at']),
    created_at: Number(created_at),
  }
}

function eventOf(text: string): DeliveredEvent {
  return isHookEvent(text) ? text : 'ping'
}

/** The table takes no other. */
function statusOf(text: string): DeliveryRow['status'] {
  return text === 'pending' || text === 'retrying' || text === 'success' ? text : 'failed'
}

function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value)
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}
