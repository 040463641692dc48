import {sleep} from '#random/timers'
import {gitPath} from '../client/ask-refs.ts'
import {authorizationOf} from '../client/authorization.ts'
import {type HostReply, type HostRequest, isAway} from '../client/host-client.ts'
import {asTruth, readField} from '../model/field.ts'
import type {CheckContext, MadeRepository} from './check.ts'
import {type MadeToken, madeTokenIn, makeRepository, makeToken, revokeMadeToken} from './make-things.ts'
import {repositoryPath} from './repository.ts'

/** A question that must be refused, with which status, and what it was answered. */
export interface AskedRefusal {
  readonly name: string
  readonly wanted: readonly number[]
  readonly reply: HostReply
  /** The repository of somebody that it asked for. */
  readonly of?: string
  /** It was asked twice, and what stands before the service answered each time. */
  readonly isAway?: boolean
}

export const pushPath = ({owner, name}: MadeRepository) => `${gitPath(owner, name)}/info/refs?service=git-receive-pack`

export const clonePath = ({owner, name}: MadeRepository) => `${gitPath(owner, name)}/info/refs?service=git-upload-pack`

/** A push that moves nothing: git takes it from whoever may push. Source: Git, pack-protocol, flush-pkt. */
const emptyPush = ({owner, name}: MadeRepository): HostRequest => ({
  method: 'POST',
  path: `${gitPath(owner, name)}/git-receive-pack`,
  raw: {bytes: Buffer.from('0000'), type: 'application/x-git-receive-pack-request'},
})

/** Long enough for a slow host to make the token, short enough to wait for. */
const LIFE_MS = 3000
/** A host may hide what a caller may not see. */
export const HIDDEN = [401, 403, 404]

/** What is made to be refused; what could not be made is not asked. `isPrivate`: the service says so of the repository. */
export interface RefusedThings {
  readonly brief: MadeToken | undefined
  readonly reader: MadeToken | undefined
  readonly place: MadeRepository | undefined
  readonly isPrivate: boolean
  /** When the brief token ends. */
  readonly ends: number
}

export async function makeRefused(context: CheckContext): Promise<RefusedThings> {
  const ends = context.time.nowMs() + LIFE_MS
  const brief = await makeToken(context, ['user:read'], new Date(ends).toISOString())
  const reader = await makeToken(context, ['repo:read'])
  const made = await makeRepository(context)
  return {
    brief: brief.kind === 'made' ? brief.thing : undefined,
    reader: reader.kind === 'made' ? reader.thing : undefined,
    place: made.kind === 'made' ? made.thing : undefined,
    isPrivate: made.kind === 'made' && readField(made.reply.json, ['private'], asTruth)?.value === true,
    ends,
  }
}

/** What a repository and tokens of our own are refused. `isSparing`: as little as can be without a good token. */
export async function madeRefusals(
  context: CheckContext,
  things: RefusedThings,
  isSparing: boolean,
): Promise<AskedRefusal[]> {
  const {time, signal} = context
  const {brief, reader, place, isPrivate, ends} = things
  const refusals = [
    ...(place !== undefined && isPrivate ? await strangerRefusals(context, place) : []),
    ...(reader === undefined ? [] : await readerRefusals(context, reader, {place, isSparing})),
  ]
  if (brief === undefined) return refusals
  // A host may count whole seconds: one more has passed for both ways of rounding.
  await sleep(time, Math.max(0, ends - time.nowMs()) + 1000, signal)
  refusals.push(await asked(context, 'expired', [401], withToken(brief, '/api/user')))
  await revokeMadeToken(context, brief)
  return refusals
}

/** A private repository is nobody's who shows no token. */
export const hiddenRefusal = (context: CheckContext, name: string, {owner, name: repository}: MadeRepository) =>
  asked(context, name, [...HIDDEN, 405], {path: repositoryPath(owner, repository), authorization: null})

async function strangerRefusals(context: CheckContext, place: MadeRepository): Promise<AskedRefusal[]> {
  return [
    await asked(context, 'cloning as nobody', HIDDEN, {path: clonePath(place), authorization: null}),
    await asked(context, 'pushing as nobody', HIDDEN, {...emptyPush(place), authorization: null}),
  ]
}

async function readerRefusals(
  context: CheckContext,
  reader: MadeToken,
  {place, isSparing}: {readonly place: MadeRepository | undefined; readonly isSparing: boolean},
): Promise<AskedRefusal[]> {
  const {prefix, notes} = context
  const {authorization} = withToken(reader, '')
  const body = {name: `${prefix}refused`, owner: place?.owner ?? notes.owner}
  const refusals = [
    await asked(context, 'read scope writing', [403], {method: 'POST', path: '/api/repos', body, authorization}),
    await grownReader(context, authorization),
    ...(place === undefined
      ? []
      : [await asked(context, 'read scope pushing', HIDDEN, {...emptyPush(place), authorization})]),
  ]
  await revokeMadeToken(context, reader)
  // That a revoked token is refused, `token.lifecycle` asks in any case.
  if (isSparing) return refusals
  const [revoked, revokedInGit] = REVOKED_REFUSALS
  refusals.push(await asked(context, revoked, [401], withToken(reader, '/api/user')))
  // Git is often served by another program, which may remember who was let in.
  if (place !== undefined)
    refusals.push(await asked(context, revokedInGit, HIDDEN, withToken(reader, clonePath(place), 'basic')))
  return refusals
}

export const REVOKED_REFUSALS = ['revoked', 'revoked under git'] as const

/** Who may read alone must not make a token that may do more; one that was made all the same is taken away again. */
async function grownReader(context: CheckContext, authorization: string): Promise<AskedRefusal> {
  const {target, prefix} = context
  const body = {name: `${prefix}grown`, scopes: ['repo']}
  const refusal = await asked(context, 'read scope granting more', [...HIDDEN, 405], {
    method: 'POST',
    path: target.auth.tokens_path,
    body,
    authorization,
  })
  const made = madeTokenIn(context, refusal.reply)
  if (made !== undefined) await revokeMadeToken(context, made)
  return refusal
}

const withToken = ({value}: MadeToken, path: string, scheme: 'bearer' | 'basic' = 'bearer') => ({
  path,
  authorization: authorizationOf(scheme, value, 'git'),
})

/** Asks as nobody whom the target knows, and once more where what stands before the service could not reach it. */
export async function asked(
  {front, signal}: CheckContext,
  name: string,
  wanted: readonly number[],
  request: HostRequest,
): Promise<AskedRefusal> {
  const reply = await front.open.ask(request, signal)
  if (!isAway(reply)) return {name, wanted, reply}
  const again = await front.open.ask(request, signal)
  return {name, wanted, reply: again, isAway: isAway(again)}
}
