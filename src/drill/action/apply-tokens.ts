import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {tokenIn} from '../site/site-tokens.ts'
import {type ActionWay, textOf} from './action-context.ts'

const ADMIN = '/api/admin/tokens/revoke-all'

/** A new token of the user of the drill, by a name of the drill. */
export const grantToken: ActionWay = async (args, {site, signal}) => {
  if (site?.nodes === undefined) return 'noop'
  await site.nodes.makeToken(textOf(args, 'as'), ['repo'], signal)
  return 'done'
}

export const withdrawToken: ActionWay = async (args, {site, signal}) => {
  if (site?.nodes === undefined) return 'noop'
  const id = site.nodes.tokens.named(textOf(args, 'as'))?.id ?? ''
  const {status} = await site.nodes.ask('n1', {method: 'DELETE', path: `/api/tokens/${id}`}, signal)
  if (status !== 204) throw new AssayError('unreachable', `the node revokes nothing: ${status}`)
  return 'done'
}

/** Nobody's token is good any more but the one of the answer. There is no way back: only nodes of the drill's own are told this. */
export const withdrawTokens: ActionWay = async (args, {site, signal}) => {
  if (site?.nodes === undefined) return 'noop'
  const reply = await site.nodes.ask('n1', {method: 'POST', path: ADMIN}, signal)
  const token = isRecord(reply.json) ? reply.json['token'] : undefined
  site.nodes.tokens.keep(textOf(args, 'as'), tokenIn(reply, token))
  return 'done'
}

/** The drill goes on with the token that it was given in place of its own. */
export const useToken: ActionWay = async (args, {site}) => {
  const token = site?.nodes?.tokens.named(textOf(args, 'as'))
  if (token === undefined) return 'noop'
  return site?.nodes?.tokens.takeOwn(token.text) ? 'done' : 'noop'
}
