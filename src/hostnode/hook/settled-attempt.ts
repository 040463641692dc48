import type {NodeContext} from '../context/context.ts'
import type {WaitingDelivery} from '../model/hook-desk.ts'
import type {DeliveryRow, DisabledReason, HookRow} from '../model/hook-rows.ts'
import {nextWaitMs} from '../model/hook-schedule.ts'
import {ATTEMPTS_SCHEMA} from '../model/release.ts'
import {attemptedDelivery, failWaiting, insertAttempt, updateDelivery} from '../store/deliveries-table.ts'
import {hookById, updateHook} from '../store/hooks-table.ts'
import {type AttemptOutcome, SECRET_UNREADABLE} from './attempt-outcome.ts'

const MOST_FAILED = 10
const GONE = 410

/**
 * Stores the result of an attempt, within a transaction: the delivery, its history, and the consequences for the hook. Returns the delivery's
 * status, with `again` if it is to be attempted again; undefined if it was deleted meanwhile.
 */
export function settleAttempt(
  deliveryId: string,
  outcome: AttemptOutcome,
  context: Pick<NodeContext, 'store' | 'release' | 'settings' | 'entropy' | 'time'>,
): {readonly status: DeliveryRow['status']; readonly again?: WaitingDelivery} | undefined {
  const {store, release} = context
  const row = attemptedDelivery(store, deliveryId)
  const hook = row && hookById(store, row.hook_id)
  if (row === undefined || hook === undefined) return undefined
  const attempt = row.attempt + 1
  const {startedAtMs, durationMs, statusCode, error, reply} = outcome
  const waitMs = error === null || outcome.isFinal || !hook.active ? undefined : waitAfter(attempt, outcome, context)
  const status = error === null ? 'success' : waitMs === undefined ? 'failed' : 'retrying'
  updateDelivery(store, {
    id: row.id,
    attempt,
    status,
    status_code: statusCode,
    duration_ms: durationMs,
    delivered_at: startedAtMs,
    error,
    next_attempt_at: waitMs === undefined ? null : context.time.nowMs() + waitMs,
  })
  if (release.schemaVersion >= ATTEMPTS_SCHEMA) {
    const facts = {n: attempt, started_at: startedAtMs, status_code: statusCode, duration_ms: durationMs, error, reply}
    insertAttempt(store, row.id, facts)
  }
  if (status !== 'retrying') settleHook(hook, outcome, status, context)
  return {status, ...(waitMs !== undefined && {again: {id: row.id, hookId: hook.id, waitMs}})}
}

function waitAfter(
  attempt: number,
  {retryAfterMs}: AttemptOutcome,
  {settings, entropy}: Pick<NodeContext, 'settings' | 'entropy'>,
): number | undefined {
  const drawn = new DataView(Uint8Array.from(entropy.bytes(4)).buffer).getUint32(0) / 0xffff_ffff
  return nextWaitMs(settings.hookSchedule, {attempt, retryAfterMs, drawn})
}

function offReason(statusCode: number | null, error: string | null, failedInARow: number): DisabledReason | null {
  if (statusCode === GONE) return 'gone'
  if (error === SECRET_UNREADABLE) return 'secret_lost'
  return failedInARow >= MOST_FAILED ? 'failing' : null
}

/**
 * Switches off a hook whose receiver keeps failing, at once if the receiver is gone for good (410) or nothing can be signed. Its waiting
 * deliveries are not sent any more.
 */
function settleHook(
  hook: HookRow,
  {statusCode, error}: Pick<AttemptOutcome, 'statusCode' | 'error'>,
  status: 'success' | 'failed' | 'pending',
  {store}: Pick<NodeContext, 'store'>,
): void {
  const failedInARow = status === 'success' ? 0 : hook.failed_in_a_row + 1
  const reason = status === 'success' ? null : offReason(statusCode, error, failedInARow)
  if (failedInARow === hook.failed_in_a_row && reason === null) return
  const isOff = hook.active && reason !== null
  updateHook(store, {
    ...hook,
    failed_in_a_row: failedInARow,
    ...(isOff && {active: false, disabled_reason: reason}),
  })
  if (isOff) failWaiting(store, hook.id, 'hook_disabled')
}
