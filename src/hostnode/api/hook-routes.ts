import type {NodeContext} from '../context/context.ts'
import {raisePing} from '../hook/raised-events.ts'
import {ApiFailure, nothingThere} from '../model/api-failure.ts'
import {BodyFields} from '../model/body-fields.ts'
import {type DeliveryRow, deliveryView, type HookRow, hookView} from '../model/hook-rows.ts'
import {isIdOf} from '../model/object-ids.ts'
import {ATTEMPTS_SCHEMA} from '../model/release.ts'
import {
  attemptsOf,
  countDeliveries,
  deliveriesOfHook,
  deliveryById,
  failWaiting,
  updateDelivery,
} from '../store/deliveries-table.ts'
import {
  countHooks,
  deleteHook,
  hookOfRepository,
  hooksOfRepository,
  insertHook,
  updateHook,
} from '../store/hooks-table.ts'
import {noteWrite} from '../store/ledger-table.ts'
import {hookDraft, hookPatch, statusFilter} from './hook-fields.ts'
import {answerList} from './lists.ts'
import {ownRepository} from './repository-routes.ts'
import type {ApiCall, RouteGroup} from './routes.ts'

const MOST_HOOKS = 20
const HOOKS = '/api/repos/:owner/:repo/hooks'
const HOOK = `${HOOKS}/:hook_id`
const WRITE = {needs: 'repo'} as const
const READ = {needs: 'repo:read'} as const

/** Webhooks of a repository, their deliveries, test deliveries and redeliveries. */
export const hookRoutes: RouteGroup = (context) => [
  {method: 'POST', url: HOOKS, access: WRITE, status: 201, answer: (call) => createHook(call, context)},
  {method: 'GET', url: HOOKS, access: READ, answer: (call) => listHooks(call, context)},
  {method: 'PATCH', url: HOOK, access: WRITE, answer: (call) => changeHook(call, context)},
  {method: 'DELETE', url: HOOK, access: WRITE, answer: (call) => removeHook(call, context)},
  {method: 'POST', url: `${HOOK}/test`, access: WRITE, status: 202, answer: (call) => testHook(call, context)},
  {method: 'GET', url: `${HOOK}/deliveries`, access: READ, answer: (call) => listDeliveries(call, context)},
  {
    method: 'POST',
    url: `${HOOK}/deliveries/:delivery_id/redeliver`,
    access: WRITE,
    status: 202,
    answer: (call) => redeliver(call, context),
  },
]

function createHook(call: ApiCall, context: NodeContext): unknown {
  const {store, ids, time, hooks} = context
  const repository = ownRepository(call, context)
  const {secret, ...draft} = hookDraft(new BodyFields(call.body), context.settings)
  const id = ids.next('hook')
  const row: HookRow = {
    id,
    repository_id: repository.id,
    ...draft,
    secret: hooks.box.seal(id, secret),
    disabled_reason: null,
    failed_in_a_row: 0,
    created_at: time.nowMs(),
  }
  store.transaction(() => {
    if (countHooks(store, repository.id) >= MOST_HOOKS)
      throw new ApiFailure('conflict', `a repository has at most ${MOST_HOOKS} webhooks`)
    insertHook(store, row)
  })
  return hookView(row)
}

function listHooks(call: ApiCall, context: NodeContext): unknown {
  const {id} = ownRepository(call, context)
  return answerList(call, context, {
    rows: (page) => hooksOfRepository(context.store, id, page),
    count: () => countHooks(context.store, id),
    view: hookView,
  })
}

/** Changes a webhook. Activated, it starts with a clean record; deactivated, its waiting deliveries are no longer sent. */
function changeHook(call: ApiCall, context: NodeContext): unknown {
  const {store, hooks} = context
  const row = namedHook(call, context)
  const {secret, ...patch} = hookPatch(new BodyFields(call.body), context.settings)
  if (patch.active && secret === undefined && hooks.box.open(row.id, row.secret) === undefined)
    throw new ApiFailure('conflict', 'the secret of the webhook is lost: send a new one along')
  const changed: HookRow = {
    ...row,
    ...patch,
    ...(secret !== undefined && {secret: hooks.box.seal(row.id, secret)}),
    ...(patch.active && {disabled_reason: null, failed_in_a_row: 0}),
  }
  store.transaction(() => {
    updateHook(store, changed)
    noteWrite(store, 'hook.changed', row.id)
    if (patch.active === false) failWaiting(store, row.id, 'hook_disabled')
  })
  return hookView(changed)
}

function removeHook(call: ApiCall, context: NodeContext): undefined {
  const {store} = context
  const {id, repository_id} = namedHook(call, context)
  if (!store.transaction(() => deleteHook(store, repository_id, id))) throw nothingThere()
}

function testHook(call: ApiCall, context: NodeContext): unknown {
  const repository = ownRepository(call, context)
  const hook = namedHook(call, context)
  const {deliveryId, waiting} = context.store.transaction(() => raisePing(hook, repository, context))
  context.hooks.bell.ring(waiting)
  return {delivery_id: deliveryId}
}

function listDeliveries(call: ApiCall, context: NodeContext): unknown {
  const {store, release} = context
  const query = {hookId: namedHook(call, context).id, status: statusFilter(call.query['status'])}
  const hasAttempts = release.schemaVersion >= ATTEMPTS_SCHEMA
  return answerList(call, context, {
    rows: (page) => deliveriesOfHook(store, query, page),
    count: () => countDeliveries(store, query),
    view: (row) => deliveryView(row, hasAttempts ? attemptsOf(store, row.id) : undefined),
  })
}

/** Sends a delivery again, with its original bytes and id and the current secret. */
function redeliver(call: ApiCall, context: NodeContext): unknown {
  const {store, time, hooks} = context
  const hook = namedHook(call, context)
  const id = call.params['delivery_id'] ?? ''
  const row = store.transaction((): DeliveryRow => {
    const found = isIdOf('dlv', id) ? deliveryById(store, id) : undefined
    if (found === undefined || found.hook_id !== hook.id) throw nothingThere()
    if (found.next_attempt_at !== null) throw new ApiFailure('conflict', 'the delivery is still to be attempted')
    updateDelivery(store, {...found, status: 'pending', next_attempt_at: time.nowMs()})
    return found
  })
  hooks.bell.ring([{id, hookId: hook.id, waitMs: 0}])
  return {delivery_id: id, attempt: row.attempt + 1}
}

/** The webhook of a path, in a repository of the caller. Throws as `ownRepository` does, and `not_found`. */
function namedHook(call: ApiCall, context: NodeContext): HookRow {
  const {id: repositoryId} = ownRepository(call, context)
  const id = call.params['hook_id'] ?? ''
  const row = isIdOf('hook', id) ? hookOfRepository(context.store, repositoryId, id) : undefined
  if (row === undefined) throw nothingThere()
  return row
}
