import {parseNetwork} from '#net/ip'
import type {NodeContext} from '../context/context.ts'
import type {Maintenance} from '../context/state.ts'
import {ApiFailure} from '../model/api-failure.ts'
import {BodyFields} from '../model/body-fields.ts'
import {isObjectName} from '../model/object-names.ts'
import {tokenView, userView} from '../model/objects.ts'
import {setNodeFact} from '../store/facts-table.ts'
import {isTaken} from '../store/store-faults.ts'
import {insertToken, revokeAllTokens} from '../store/tokens-table.ts'
import {insertUser} from '../store/users-table.ts'
import {maintenanceText} from './maintenance.ts'
import type {ApiCall, RouteGroup} from './routes.ts'
import {signedIn} from './signed-in.ts'
import {draftToken} from './token-drafts.ts'

const MOST_NAME = 100
const MOST_EMAIL = 254
const ADMIN = {needs: 'admin', always: true} as const

/** Routes for administrators. They work while the node is in maintenance. */
export const adminRoutes: RouteGroup = (context) => [
  {method: 'POST', url: '/api/admin/users', access: ADMIN, status: 201, answer: (call) => createUser(call, context)},
  {
    method: 'POST',
    url: '/api/admin/tokens/revoke-all',
    access: ADMIN,
    status: 201,
    answer: (call) => revokeAll(call, context),
  },
  {
    method: 'PUT',
    url: '/api/admin/maintenance',
    access: {...ADMIN, withoutQuorum: true},
    answer: (call) => setMaintenance(call, context),
  },
  {method: 'GET', url: '/api/admin/config', access: ADMIN, answer: () => shownConfig(context)},
]

function createUser(call: ApiCall, context: NodeContext): unknown {
  const {store, ids, time} = context
  const fields = new BodyFields(call.body)
  const username = fields.text('username', {most: MOST_NAME})
  const email = fields.has('email') ? fields.text('email', {least: 3, most: MOST_EMAIL}) : undefined
  if (username !== undefined && !isObjectName(username)) fields.refuse('username', 'invalid', 'is no name of a user')
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) fields.refuse('email', 'invalid', 'is no mail address')
  fields.done()
  const user = {id: ids.next('usr'), username: username ?? '', email: email ?? null, created_at: time.nowMs()}
  const token = draftToken(context, {
    user_id: user.id,
    name: 'first',
    scopes: ['repo', 'user', 'org'],
    expires_at: null,
  })
  try {
    store.transaction(() => {
      insertUser(store, user)
      insertToken(store, token.row)
    })
  } catch (error) {
    throw isTaken(error) ? new ApiFailure('conflict', 'there is a user of that name') : error
  }
  return {...userView(user, true), token: tokenView(token.row, token.text)}
}

/** Revokes every token of every user and makes a new one for the caller, who would otherwise be locked out too. */
function revokeAll(call: ApiCall, context: NodeContext): unknown {
  const {user} = signedIn(call)
  const {store, time} = context
  const token = draftToken(context, {user_id: user.id, name: 'after revoke-all', scopes: ['admin'], expires_at: null})
  const revoked = store.transaction(() => {
    const count = revokeAllTokens(store, time.nowMs())
    insertToken(store, token.row)
    return count
  })
  context.log.write('warn', 'all tokens were revoked', {count: revoked, by: user.id})
  return {revoked, token: tokenView(token.row, token.text)}
}

/** Sets maintenance. Responds only when no push admitted before is still moving refs. */
function setMaintenance(call: ApiCall, {store, state, log, gitWork}: NodeContext): Promise<unknown> {
  const fields = new BodyFields(call.body)
  const enabled = fields.flag('enabled') ?? false
  const writesOnly = fields.has('writes_only') ? (fields.flag('writes_only') ?? false) : false
  const allow = fields.has('allow') ? (fields.texts('allow') ?? []) : []
  const networks = allow.map(parseNetwork).filter((one) => one !== undefined)
  if (networks.length < allow.length) fields.refuse('allow', 'invalid', 'has an entry that is no network')
  fields.done()
  const maintenance: Maintenance = {enabled, writesOnly, allow, networks}
  store.transaction(() => setNodeFact(store, 'maintenance', maintenanceText(maintenance)))
  state.maintenance = maintenance
  log.write('warn', 'maintenance was set', {enabled, writes_only: writesOnly})
  return gitWork.pushes.still().then(() => ({enabled, writes_only: writesOnly, allow}))
}

/** The configuration of the node; paths and secrets appear only as set or unset. */
function shownConfig({settings, configSha256, publicUrl, validator}: NodeContext): unknown {
  const isSet = (value: unknown) => (value === undefined ? 'unset' : 'set')
  const listen = (address: {host: string; port: number} | undefined) =>
    address ? `${address.host}:${address.port}` : 'off'
  return {
    config_sha256: configSha256,
    public_url: publicUrl,
    api_addr: listen(settings.apiAddr),
    metrics_addr: listen(settings.metricsAddr),
    peer_addr: listen(settings.peerAddr),
    tls_cert: isSet(settings.tlsCert),
    tls_key: isSet(settings.tlsKey),
    insecure_http: settings.insecureHttp,
    validators: isSet(settings.validators),
    network: validator?.network.genesisId ?? null,
    allow_hook_target: settings.allowHookTarget,
    hook_schedule: settings.hookSchedule.map((ms) => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`)).join(),
    webhook_brand: settings.webhookBrand,
    idle_timeout_ms: settings.idleTimeoutMs,
    drain_delay_ms: settings.drainDelayMs,
    drain_timeout_ms: settings.drainTimeoutMs,
    allow_faults: settings.allowFaults,
    compat: settings.compat,
  }
}
