import {ApiFailure} from '../model/api-failure.ts'
import type {TokenRow, UserRow} from '../model/objects.ts'
import {holdsScope, type Scope} from '../model/scopes.ts'
import type {ApiCall, ApiCaller} from './routes.ts'

/** Token and user of a call whose route admits nobody without a token. */
export function signedIn({caller}: Pick<ApiCall, 'caller'>): {readonly token: TokenRow; readonly user: UserRow} {
  if (caller.kind === 'token') return caller
  throw new ApiFailure('unauthorized', 'this needs a token that is good')
}

/** Whether a caller has a token that is good for a scope. */
export function mayUse(caller: ApiCaller, scope: Scope): boolean {
  return caller.kind === 'token' && holdsScope(caller.token.scopes, scope)
}
