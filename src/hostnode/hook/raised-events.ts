import {sha256} from '#digest/sha256'
import {timestamp} from '#random/clock'
import type {NodeContext} from '../context/context.ts'
import type {WaitingDelivery} from '../model/hook-desk.ts'
import type {DeliveredEvent, RaisedEvent} from '../model/hook-events.ts'
import type {DeliveryRow, HookRow} from '../model/hook-rows.ts'
import type {RepositoryRow} from '../model/objects.ts'
import {countWaiting, insertDelivery, insertEvent} from '../store/deliveries-table.ts'
import {hooksOfRepository} from '../store/hooks-table.ts'

/** Greater than the number of webhooks that a repository may have. */
const ALL_HOOKS = {page: 1, perPage: 1_000}
const MOST_WAITING = 1_000

type RaiseContext = Pick<NodeContext, 'store' | 'ids' | 'time' | 'settings'>

/** A stored event, and its deliveries to be attempted. */
export interface WrittenEvent {
  readonly id: string
  readonly waiting: readonly WaitingDelivery[]
}

/**
 * Stores an event and a delivery for each hook that wants it, in the transaction of the caller, so that both exist or neither. After the
 * commit, call `hooks.bell.ring(waiting)`.
 */
export function raiseEvent(
  repository: Pick<RepositoryRow, 'id' | 'name' | 'owner'>,
  {kind, payload, id: given}: RaisedEvent,
  context: RaiseContext,
): WrittenEvent {
  const {store, ids, time} = context
  const id = given ?? ids.next('evt')
  const nowMs = time.nowMs()
  insertEvent(store, {id, repositoryId: repository.id, kind, createdAt: nowMs})
  const {name, owner} = repository
  const body = eventBody({...payload, repository: {name, owner}}, id, nowMs)
  const hooks = hooksOfRepository(store, repository.id, ALL_HOOKS)
  const wanting = hooks.filter(({active, events}) => active && events.includes(kind))
  return {id, waiting: wanting.flatMap((hook) => queueDelivery(hook, {id, event: kind, body}, context).waiting)}
}

/** Stores a test delivery for one hook, whether it is active or not. */
export function raisePing(
  hook: HookRow,
  repository: Pick<RepositoryRow, 'name' | 'owner'>,
  context: RaiseContext,
): {readonly deliveryId: string; readonly waiting: readonly WaitingDelivery[]} {
  const {name, owner} = repository
  const id = context.ids.next('evt')
  const payload = {action: 'ping', hook_id: hook.id, repository: {name, owner}}
  return queueDelivery(hook, {id, event: 'ping', body: eventBody(payload, id, context.time.nowMs())}, context)
}

/** Serialises the body once: these bytes are stored, signed and sent. The id of the event makes each unique. */
function eventBody(payload: object, eventId: string, nowMs: number): Uint8Array {
  return Buffer.from(JSON.stringify({...payload, event_id: eventId, sent_at: timestamp(nowMs)}))
}

function queueDelivery(
  hook: HookRow,
  {id: eventId, event, body}: {readonly id: string; readonly event: DeliveredEvent; readonly body: Uint8Array},
  {store, ids, time, settings}: RaiseContext,
): {readonly deliveryId: string; readonly waiting: readonly WaitingDelivery[]} {
  const nowMs = time.nowMs()
  const waitMs = settings.hookSchedule[0] ?? 0
  const isFull = countWaiting(store, hook.id) >= MOST_WAITING
  const row: DeliveryRow = {
    id: ids.next('dlv'),
    hook_id: hook.id,
    event_id: eventId,
    event,
    body,
    body_sha256: sha256(body),
    status: isFull ? 'failed' : 'pending',
    status_code: null,
    duration_ms: null,
    delivered_at: null,
    error: isFull ? 'queue_full' : null,
    attempt: 0,
    next_attempt_at: isFull ? null : nowMs + waitMs,
    created_at: nowMs,
  }
  insertDelivery(store, row)
  return {deliveryId: row.id, waiting: isFull ? [] : [{id: row.id, hookId: hook.id, waitMs}]}
}
