import {hash, timingSafeEqual} from 'node:crypto'
import type {IncomingHttpHeaders} from 'node:http'
import type {NodeContext} from '../context/context.ts'
import {nameKey} from '../model/object-names.ts'
import type {KnownCaller, TokenRow} from '../model/objects.ts'
import {isTokenText} from '../model/token-text.ts'
import type {NodeStore} from '../store/node-store.ts'
import {isStoreFault} from '../store/store-faults.ts'
import {tokenByDigest, touchToken} from '../store/tokens-table.ts'
import {userById} from '../store/users-table.ts'
import type {ApiCaller} from './routes.ts'
import {tokenDigest} from './token-drafts.ts'

const TOUCH_EVERY_MS = 60_000

/** Why credentials are refused: only for the metrics, callers are never told. */
export type AuthFault = 'form' | 'checksum' | 'unknown' | 'revoked' | 'expired' | 'user'

/** The caller that the credentials belong to, or why they are refused. All reasons look alike to the caller. */
export function callerOf(headers: IncomingHttpHeaders, context: NodeContext): ApiCaller | {readonly fault: AuthFault} {
  const {authorization} = headers
  if (authorization === undefined) return {kind: 'anonymous'}
  let fault: AuthFault = 'form'
  const known = context.callers.of(hash('sha256', authorization, 'base64'), () => {
    const found = whoseAre(authorization, context.store)
    if (typeof found === 'object') return found
    fault = found
    return undefined
  })
  if (known === undefined) return {fault}
  const {token, user} = known
  if (token.revoked_at !== null) return {fault: 'revoked'}
  const nowMs = context.time.nowMs()
  if (token.expires_at !== null && nowMs >= token.expires_at) return {fault: 'expired'}
  touch(token, nowMs, context)
  return {kind: 'token', token, user}
}

/** The token and user of a header: the part that changes only with a write and can be cached. Revocation and expiry are checked for each request. */
function whoseAre(authorization: string, store: NodeStore): KnownCaller | AuthFault {
  const given = credentialsIn(authorization)
  if (given === undefined) return 'form'
  if (!isTokenText(given.token)) return 'checksum'
  const digest = tokenDigest(given.token)
  const token = tokenByDigest(store, digest)
  if (token?.digest.length !== digest.length || !timingSafeEqual(token.digest, digest)) return 'unknown'
  const user = userById(store, token.user_id)
  if (user === undefined) return 'unknown'
  const isOther = given.username !== undefined && nameKey(given.username) !== nameKey(user.username)
  return isOther ? 'user' : {token, user}
}

interface Credentials {
  readonly token: string
  /** Undefined if none or an empty one was sent. */
  readonly username: string | undefined
}

/** Reads `Bearer`, `token` and `Basic`, in any case and with any number of spaces. Sources: RFC 6750, RFC 7617. */
function credentialsIn(header: string): Credentials | undefined {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(header) ?? []
  if (/^(bearer|token)$/i.test(scheme)) return {token: value, username: undefined}
  if (!/^basic$/i.test(scheme)) return undefined
  const [, username, token] = /^([^:]*):([\s\S]*)$/.exec(Buffer.from(value, 'base64').toString('utf8')) ?? []
  return token === undefined ? undefined : {token, username: username || undefined}
}

/** Notes when a token was used. A request is not refused because the store has no room for that. */
function touch({id, last_used_at}: TokenRow, nowMs: number, {store, log}: NodeContext): void {
  if (last_used_at !== null && Math.abs(nowMs - last_used_at) < TOUCH_EVERY_MS) return
  try {
    store.transaction(() => touchToken(store, id, nowMs))
  } catch (error) {
    if (!isStoreFault(error)) throw error
    log.failure('the time of use was not noted', error)
  }
}
