import {isRecord} from '#contract/is-record'
import {hostAnswerText} from '../client/answer-text.ts'
import {type HostReply, isOk} from '../client/host-client.ts'
import {asText, readField} from '../model/field.ts'
import {askOwner} from './ask-owner.ts'
import type {CheckContext, MadeRepository} from './check.ts'
import {idIn, repositoryPath} from './repository.ts'

export interface MadeToken {
  readonly id: string
  readonly value: string
}

/** What a host made of a wish, or what it said instead. */
export type Made<Thing> =
  | {readonly kind: 'made'; readonly thing: Thing; readonly reply: HostReply}
  | {readonly kind: 'refused'; readonly why: string; readonly reply: HostReply}

const refused = (reply: HostReply) => ({kind: 'refused', why: hostAnswerText(reply), reply}) as const

const randomWord = ({entropy}: CheckContext) => Buffer.from(entropy.bytes(4)).toString('hex')

/** What makes something is waited for, as long as the client does: of a request that is cut off nobody knows what it made, nor when. */
export const TO_ITS_END: AbortSignal = new AbortController().signal

/** A repository of our own; a name that is taken is tried once more under another one. */
export async function makeRepository(context: CheckContext): Promise<Made<MadeRepository>> {
  const {front, signal, notes, prefix} = context
  const owner = (await askOwner(context)) ?? ''
  notes.hasMade = true
  for (let attempt = 1; ; attempt++) {
    const name = `${prefix}${randomWord(context)}`
    signal.throwIfAborted()
    const reply = await front.client.ask({method: 'POST', path: '/api/repos', body: {name, owner}}, TO_ITS_END)
    if (reply.status === 409 && attempt < 2) continue
    if (!isOk(reply)) return refused(reply)
    notes.residue.add(`${owner}/${name}`)
    return {kind: 'made', thing: {owner, name}, reply}
  }
}

/** Settles with the status of the answer. */
export async function discardRepository(
  {front, signal, notes}: CheckContext,
  {owner, name}: MadeRepository,
): Promise<number> {
  const {status} = await front.client.ask({method: 'DELETE', path: repositoryPath(owner, name)}, signal)
  if ((status >= 200 && status < 300) || status === 404) notes.residue.delete(`${owner}/${name}`)
  return status
}

/** A token of our own. Its value is a secret of the run from then on. */
export async function makeToken(
  context: CheckContext,
  scopes: readonly string[],
  expiresAt?: string,
): Promise<Made<MadeToken>> {
  const {front, signal, target, prefix, notes} = context
  const name = `${prefix}${randomWord(context)}`
  notes.hasMade = true
  const body = {name, scopes, ...(expiresAt !== undefined && {expires_at: expiresAt})}
  signal.throwIfAborted()
  const reply = await front.client.ask({method: 'POST', path: target.auth.tokens_path, body}, TO_ITS_END)
  const thing = madeTokenIn(context, reply)
  return thing === undefined ? refused(reply) : {kind: 'made', thing, reply}
}

/** The token that a reply tells, a secret of the run from then on; undefined where none was made. */
export function madeTokenIn({notes}: CheckContext, reply: HostReply): MadeToken | undefined {
  const value = readField(reply.json, ['token', 'value'], asText)?.value
  if (value !== undefined) notes.secrets.add(value)
  const id = isRecord(reply.json) ? idIn(reply.json)?.value : undefined
  return !isOk(reply) || value === undefined || id === undefined ? undefined : {id, value}
}

export async function revokeMadeToken({front, signal, target}: CheckContext, {id}: MadeToken): Promise<number> {
  return (
    await front.client.ask({method: 'DELETE', path: `${target.auth.tokens_path}/${encodeURIComponent(id)}`}, signal)
  ).status
}
