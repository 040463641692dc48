import {sha256} from '#digest/sha256'
import type {NodeContext} from '../context/context.ts'
import type {TokenRow} from '../model/objects.ts'
import {makeTokenText, tokenHint} from '../model/token-text.ts'

/** What a new token is made of. */
export type TokenWish = Pick<TokenRow, 'user_id' | 'name' | 'scopes' | 'expires_at'>

/** Makes a new token: the row to insert, and the text that is shown once and kept nowhere. */
export function draftToken(
  {ids, entropy, time}: NodeContext,
  wish: TokenWish,
): {readonly row: TokenRow; readonly text: string} {
  const text = makeTokenText(entropy)
  const row: TokenRow = {
    ...wish,
    id: ids.next('tok'),
    digest: tokenDigest(text),
    hint: tokenHint(text),
    created_at: time.nowMs(),
    last_used_at: null,
    revoked_at: null,
  }
  return {row, text}
}

/** The digest kept of a token: 178 random bits need no slow hash. */
export function tokenDigest(text: string): Buffer {
  return Buffer.from(sha256(text).replace('sha256:', ''), 'hex')
}
