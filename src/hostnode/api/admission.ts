import type {FastifyReply, FastifyRequest} from 'fastify'
import type {NodeContext} from '../context/context.ts'
import {ApiFailure} from '../model/api-failure.ts'
import {holdsScope} from '../model/scopes.ts'
import {isFenced} from '../store/facts-table.ts'
import {callerOf} from './callers.ts'
import {countRequest, limitOf} from './limits.ts'
import {isInAny, peerAddress} from './peer-address.ts'
import type {ApiCaller, RouteAccess} from './routes.ts'

/** Access of a path that leads nowhere: such requests are counted and get `not_found`. */
export const ACCESS_OF_NOTHING: RouteAccess = {needs: 'any', anonymous: true}
const MAINTENANCE_RETRY_S = 30
const QUORUM_RETRY_S = 5

/** A caller that was let in. */
export interface Admitted {
  readonly caller: ApiCaller
  readonly address: string
}

/** Refuses new requests while the node is stopping; requests admitted before are still served. Throws `ApiFailure`. */
export function refuseDraining(request: FastifyRequest, reply: FastifyReply, {state}: NodeContext): void {
  if (state.phase !== 'draining' || request.access.always) return
  reply.header('connection', 'close')
  throw new ApiFailure('draining', 'the node is stopping', {retryAfter: 1})
}

/**
 * Decides in one go, before any handler, whether a request may go on: credentials, rate, scope, maintenance. Nothing is awaited in between, so
 * that of any number of simultaneous requests exactly those within the limit pass. Throws `ApiFailure`.
 */
export function admit(request: FastifyRequest, reply: FastifyReply, context: NodeContext): Admitted {
  const {settings, metrics} = context
  const {access} = request
  const forwarded = request.headers['x-forwarded-for']
  const address = peerAddress(
    request.ip,
    Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    settings.trustProxy,
  )
  if (access.needs === 'open' && access.unlimited) return {caller: {kind: 'anonymous'}, address}
  if (hasTwo(request, 'authorization')) throw new ApiFailure('bad_request', 'the request has two Authorization headers')
  const found = callerOf(request.headers, context)
  const isBad = 'fault' in found
  if (isBad) metrics.authFailures.inc({reason: found.fault})
  const caller = isBad ? undefined : found
  if (isCounted(caller, access))
    countRequest(context, limitOf(caller, address), (name, value) => void reply.header(name, value))
  if (caller === undefined || (caller.kind === 'anonymous' && !access.anonymous && access.needs !== 'open'))
    throw unauthorized(request.url)
  if (caller.kind === 'token') refuseScope(caller, access)
  refuseMaintenance(request, address, context)
  return {caller, address}
}

/** The failure for missing or bad credentials, with a fitting challenge: git asks for a password only when challenged with `Basic`. */
export function unauthorized(url: string): ApiFailure {
  const scheme = /^\/git(\/|$)/.test(url) ? 'Basic' : 'Bearer'
  return new ApiFailure('unauthorized', 'this needs a token that is good', {
    headers: {'www-authenticate': `${scheme} realm="host"`},
  })
}

function refuseScope({token}: Extract<ApiCaller, {kind: 'token'}>, {needs, anonymous}: RouteAccess): void {
  if (needs === 'any' || needs === 'open' || anonymous || holdsScope(token.scopes, needs)) return
  throw new ApiFailure('forbidden', `the token lacks the scope ${needs}`)
}

/**
 * Whether a request counts against the limit. Git sends the first request of each kind without credentials, so anonymous git requests do not
 * count here.
 */
function isCounted(caller: ApiCaller | undefined, {unlimited, isTransport}: RouteAccess): boolean {
  return !unlimited && !(isTransport && caller?.kind === 'anonymous')
}

function refuseMaintenance({method, access}: FastifyRequest, address: string, context: NodeContext): void {
  const {state, store, time} = context
  const {enabled, writesOnly, networks} = state.maintenance
  const {always, isRead = method === 'GET' || method === 'HEAD'} = access
  if (!isRead && isFenced(store, time.nowMs()))
    throw new ApiFailure('maintenance', 'a backup is being made', {retryAfter: MAINTENANCE_RETRY_S})
  refuseWithoutQuorum(isRead, access, context)
  if (always) return
  if (!enabled || (writesOnly && isRead) || isInAny(address, networks)) return
  throw new ApiFailure('maintenance', 'the node is in maintenance', {retryAfter: MAINTENANCE_RETRY_S})
}

/** Refuses writes without a quorum: a write that nobody agrees on might never become final. */
function refuseWithoutQuorum(isRead: boolean, {withoutQuorum}: RouteAccess, {validator}: NodeContext): void {
  if (isRead || withoutQuorum || validator === undefined || validator.takesWrites()) return
  throw new ApiFailure('quorum_lost', 'too few validators agree: nothing is written until they do', {
    retryAfter: QUORUM_RETRY_S,
  })
}

/** Whether a header was sent more than once: Node keeps the first of several and drops the others. */
function hasTwo({raw: {rawHeaders}}: FastifyRequest, name: string): boolean {
  let count = 0
  // `headersDistinct` would build an object of all headers to look up one.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const text = rawHeaders[at]
    if (text?.length === name.length && text.toLowerCase() === name) count++
  }
  return count > 1
}
