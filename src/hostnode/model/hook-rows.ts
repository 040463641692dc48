import {timestamp} from '#random/clock'
import type {DeliveredEvent, HookEvent} from './hook-events.ts'

// Rows of webhooks as the store keeps them, times in ms since the epoch, and their views for callers.

/** Why a webhook was switched off. `secret_lost`: its stored secret cannot be read any more. */
export const DISABLED_REASONS = ['gone', 'failing', 'secret_lost'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

export interface HookRow {
  readonly id: string
  readonly repository_id: string
  readonly url: string
  /** Encrypted by the `SecretBox`. */
  readonly secret: Uint8Array
  readonly events: readonly HookEvent[]
  readonly active: boolean
  readonly disabled_reason: DisabledReason | null
  readonly failed_in_a_row: number
  readonly created_at: number
}

export interface DeliveryRow {
  readonly id: string
  readonly hook_id: string
  readonly event_id: string
  readonly event: DeliveredEvent
  /** Signed and sent unchanged for every attempt. */
  readonly body: Uint8Array
  readonly body_sha256: string
  readonly status: 'pending' | 'retrying' | 'success' | 'failed'
  readonly status_code: number | null
  readonly duration_ms: number | null
  readonly delivered_at: number | null
  readonly error: string | null
  readonly attempt: number
  readonly next_attempt_at: number | null
  readonly created_at: number
}

export interface AttemptRow {
  readonly n: number
  readonly started_at: number
  readonly status_code: number | null
  readonly duration_ms: number | null
  readonly error: string | null
  /** The first 4 KiB of the receiver's response, masked. */
  readonly reply: string | null
}

const timeOf = (atMs: number | null) => (atMs === null ? null : timestamp(atMs))

/** A webhook as callers see it, never with its secret. */
export function hookView({id, url, events, active, disabled_reason, created_at}: HookRow): Record<string, unknown> {
  const warnings = url.toLowerCase().startsWith('http:') ? ['insecure_url'] : []
  const has_secret = disabled_reason !== 'secret_lost'
  return {id, url, events, active, has_secret, disabled_reason, created_at: timestamp(created_at), warnings}
}

/** A delivery as callers see it. `attempts`: undefined if the schema of the store has none. */
export function deliveryView(row: DeliveryRow, attempts: readonly AttemptRow[] | undefined): Record<string, unknown> {
  return {
    id: row.id,
    event: row.event,
    status: row.status,
    status_code: row.status_code,
    duration_ms: row.duration_ms,
    delivered_at: timeOf(row.delivered_at),
    ...(row.status === 'failed' && {error: row.error}),
    attempt: row.attempt,
    next_attempt_at: timeOf(row.next_attempt_at),
    body_sha256: row.body_sha256,
    ...(attempts && {
      attempts: attempts.map(({started_at, error, reply, ...rest}) => ({
        ...rest,
        started_at: timestamp(started_at),
        ...(error !== null && {error}),
        ...(reply !== null && {reply}),
      })),
    }),
  }
}
