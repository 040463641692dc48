import type {NodeContext} from '../context/context.ts'
import {ApiFailure, nothingThere} from '../model/api-failure.ts'
import {BodyFields} from '../model/body-fields.ts'
import {parseInstant} from '../model/instants.ts'
import {isIdOf} from '../model/object-ids.ts'
import {tokenView} from '../model/objects.ts'
import {holdsScope, isScope, type Scope, tidyScopes} from '../model/scopes.ts'
import {countLiveTokens, countTokens, insertToken, revokeToken, tokensOfUser} from '../store/tokens-table.ts'
import {answerList} from './lists.ts'
import type {ApiCall, RouteGroup} from './routes.ts'
import {signedIn} from './signed-in.ts'
import {draftToken} from './token-drafts.ts'

const MOST_LIVE = 100
const MOST_NAME = 100

/** Access tokens of the caller. */
export const tokenRoutes: RouteGroup = (context) => [
  {
    method: 'POST',
    url: '/api/tokens',
    access: {needs: 'user'},
    status: 201,
    answer: (call) => createToken(call, context),
  },
  {
    method: 'GET',
    url: '/api/tokens',
    access: {needs: 'user:read'},
    answer: (call) => {
      const {user} = signedIn(call)
      return answerList(call, context, {
        rows: (page) => tokensOfUser(context.store, user.id, page),
        count: () => countTokens(context.store, user.id),
        view: (row) => tokenView(row),
      })
    },
  },
  {
    method: 'DELETE',
    url: '/api/tokens/:token_id',
    access: {needs: 'any'},
    answer: (call) => deleteToken(call, context),
  },
]

/** Writes an audit line, without the token itself, to find out later who gave access to whom. */
function auditToken(what: 'made' | 'revoked', id: string, call: ApiCall, {log}: NodeContext): void {
  const {user, token} = signedIn(call)
  const {requestId, address} = call
  const by = {user_id: user.id, by_token_id: token.id, request_id: requestId, address}
  log.write('info', 'tokens changed', {audit: true, change: what, token_id: id, ...by})
}

function createToken(call: ApiCall, context: NodeContext): unknown {
  const {user, token} = signedIn(call)
  const {store, time} = context
  const nowMs = time.nowMs()
  const fields = new BodyFields(call.body)
  const name = fields.text('name', {most: MOST_NAME}) ?? ''
  const scopes = readScopes(fields)
  const expires_at = readExpiry(fields, nowMs)
  fields.done()
  const missing = scopes.find((one) => !holdsScope(token.scopes, one))
  if (missing !== undefined) throw new ApiFailure('forbidden', 'a token creates only tokens with scopes it holds')
  const {row, text} = store.transaction(() => {
    if (countLiveTokens(store, user.id, nowMs) >= MOST_LIVE)
      throw new ApiFailure('conflict', `a user has at most ${MOST_LIVE} tokens that are good`)
    const made = draftToken(context, {user_id: user.id, name, scopes: tidyScopes(scopes), expires_at})
    insertToken(store, made.row)
    return made
  })
  auditToken('made', row.id, call, context)
  return tokenView(row, text)
}

function readScopes(fields: BodyFields): Scope[] {
  const texts = fields.texts('scopes') ?? []
  const scopes = texts.filter(isScope)
  if (scopes.length < texts.length) fields.refuse('scopes', 'invalid', 'has an entry that is no scope')
  return scopes
}

/** Null if no expiry was requested. */
function readExpiry(fields: BodyFields, nowMs: number): number | null {
  if (!fields.has('expires_at')) return null
  const text = fields.text('expires_at', {most: 64})
  if (text === undefined) return null
  const atMs = parseInstant(text)
  if (atMs === undefined) fields.refuse('expires_at', 'invalid', 'must be an ISO 8601 time with its zone')
  else if (atMs <= nowMs) fields.refuse('expires_at', 'invalid', 'must be in the future')
  return atMs ?? null
}

/** Deletes a token. Any token may delete itself; deleting others needs the scope `user`. */
function deleteToken(call: ApiCall, context: NodeContext): undefined {
  const {store, time} = context
  const {user, token} = signedIn(call)
  const id = call.params['token_id'] ?? ''
  if (id !== token.id && !holdsScope(token.scopes, 'user'))
    throw new ApiFailure('forbidden', 'the token lacks the scope user')
  const isGone = isIdOf('tok', id) && store.transaction(() => revokeToken(store, user.id, id, time.nowMs()))
  if (!isGone) throw nothingThere()
  auditToken('revoked', id, call, context)
}
