import type {NodeTarget} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'

/** What tells a token that is taken from one that is not: everybody has this page. */
export const OWN_PAGE = '/api/user'

/** A service that does not know the token of a target answers everything so, and counts each try among the few that it grants to strangers. */
export function tokenRefusal({auth, nodes}: NodeTarget, node?: string): AssayError {
  const {token_env = auth?.token_env} = nodes.find(({name}) => name === node) ?? {}
  const place = node === undefined ? 'the service' : node
  const where = token_env === undefined ? 'the token of the account of the target' : `the token in ${token_env}`
  return new AssayError('unauthorized', `${place} refuses ${where}: it answered 401`, {
    hint: 'Make a new token there, or give the one that belongs to this service; nothing further was asked.',
  })
}
