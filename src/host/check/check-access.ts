import {sleep} from '#random/timers'
import {gitPath} from '../client/ask-refs.ts'
import {AUTH_SCHEMES, authorizationOf} from '../client/authorization.ts'
import {type HostReply, isOk} from '../client/host-client.ts'
import {readList} from '../client/read-list.ts'
import {type CheckFinding, failed, passed, unclear, warned} from '../model/finding.ts'
import {askOwner} from './ask-owner.ts'
import type {Check, CheckContext} from './check.ts'
import {type MadeToken, makeToken, revokeMadeToken} from './make-things.ts'
import {idIn, userIn} from './repository.ts'

export const ACCESS_CHECKS: readonly Check[] = [
  {
    id: 'auth.positive',
    title: 'The token is taken in all three schemes, for the same user',
    mode: 'standard',
    needsToken: true,
    ask: checkPositive,
  },
  {
    id: 'auth.negative',
    title: 'No token, a wrong, revoked or expired one, or one with too little scope gets nothing',
    mode: 'standard',
    isCritical: true,
    needsToken: true,
    ask: checkNegative,
  },
  {
    id: 'token.lifecycle',
    title: 'A token is made, shown once, used and revoked',
    mode: 'standard',
    mutates: true,
    needsToken: true,
    ask: checkLifecycle,
  },
]

async function checkPositive(context: CheckContext): Promise<CheckFinding> {
  const {front, token = '', signal} = context
  const owner = (await askOwner(context)) ?? ''
  const users = new Set<string>()
  const observed: Record<string, number> = {}
  for (const scheme of AUTH_SCHEMES) {
    const authorization = authorizationOf(scheme, token, owner)
    const reply = await front.client.ask({path: '/api/user', authorization}, signal)
    observed[scheme] = reply.status
    const user = userIn(reply.json)?.value
    if (!isOk(reply)) return failed(`${scheme} is answered ${reply.status}`, {expected: '200 in each scheme', observed})
    if (user === undefined)
      return failed(`${scheme}: the answer names no user`, {expected: '200 in each scheme', observed})
    users.add(user)
  }
  const seen = {expected: '200 in each scheme, the same user', observed, fieldPaths: ['username|login|name']}
  return users.size === 1 ? passed(seen) : failed('the schemes lead to different users', seen)
}

/** A question that must be refused, and what it was answered. */
interface Refusal {
  readonly name: string
  readonly wanted: number
  readonly reply: HostReply
}

/** Long enough for a slow host to make the token, short enough to wait for. */
const LIFE_MS = 3000

async function checkNegative(context: CheckContext): Promise<CheckFinding> {
  const {front, signal, token = '', target} = context
  const ask = async (name: string, authorization: string | null, wanted = 401): Promise<Refusal> => ({
    name,
    wanted,
    reply: await front.open.ask({path: '/api/user', authorization}, signal),
  })
  const garbage = `${token.slice(0, 3)}${'x'.repeat(Math.max(8, token.length - 3))}`
  const refusals = [
    await ask('none', null),
    await ask('garbage', authorizationOf('bearer', garbage)),
    await ask('garbage as Basic', authorizationOf('basic', garbage, 'nobody')),
    ...(await gitRefusals(context)),
    ...(target.checks.mutate ? await madeRefusals(context) : []),
  ]
  context.notes.secrets.add(garbage)
  const observed = Object.fromEntries(refusals.map(({name, reply}) => [name, reply.status]))
  const seen = {expected: 'each refused, no body with a token', observed}
  const wrong = refusals.find(({wanted, reply}) => reply.status !== wanted)
  if (wrong) return failed(`${wrong.name}: answered ${wrong.reply.status}, not ${wrong.wanted}`, seen)
  const leak = refusals.find(({reply}) =>
    [token, ...context.notes.secrets].some((value) => value !== '' && reply.text.includes(value)),
  )
  if (leak) return failed(`${leak.name}: the answer holds a token`, seen)
  const silent = refusals.find(
    ({name, reply}) => name === 'git without a token' && !/basic/i.test(reply.headers['www-authenticate'] ?? ''),
  )
  if (silent) return failed('git is not asked for credentials (no WWW-Authenticate: Basic)', seen)
  if (!target.checks.mutate)
    return warned('without a token and with a wrong one alone: for revoked and expired ones set checks.mutate', seen)
  return refusals.length < ALL_REFUSALS
    ? unclear('no tokens could be made to be revoked, to expire and to be refused for their scope', seen)
    : passed(seen)
}

/** With those of tokens that were made: one too weak, one revoked, one expired. */
const ALL_REFUSALS = 7

/** Git gives up unless it is asked for credentials. */
async function gitRefusals(context: CheckContext): Promise<Refusal[]> {
  const {front, signal, before} = context
  const [known] = before?.inventory.repos ?? []
  const owner = known?.owner ?? (await askOwner(context)) ?? 'nobody'
  const path = `${gitPath(owner, known?.name ?? 'nothing')}/info/refs?service=git-receive-pack`
  return [{name: 'git without a token', wanted: 401, reply: await front.open.ask({path, authorization: null}, signal)}]
}

async function madeRefusals(context: CheckContext): Promise<Refusal[]> {
  const {front, signal, time, prefix} = context
  const refusals: Refusal[] = []
  const ask = async (name: string, {value}: MadeToken, wanted: number) => {
    refusals.push({
      name,
      wanted,
      reply: await front.open.ask({path: '/api/user', authorization: authorizationOf('bearer', value)}, signal),
    })
  }
  const ends = time.nowMs() + LIFE_MS
  const brief = await makeToken(context, ['user:read'], new Date(ends).toISOString())
  const reader = await makeToken(context, ['repo:read'])
  if (reader.kind === 'made') {
    const owner = await askOwner(context)
    const authorization = authorizationOf('bearer', reader.thing.value)
    const body = {name: `${prefix}refused`, owner}
    refusals.push({
      name: 'read scope writing',
      wanted: 403,
      reply: await front.open.ask({method: 'POST', path: '/api/repos', body, authorization}, signal),
    })
    await revokeMadeToken(context, reader.thing)
    await ask('revoked', reader.thing, 401)
  }
  if (brief.kind === 'made') {
    // A host may count whole seconds: one more has passed for both ways of rounding.
    await sleep(time, Math.max(0, ends - time.nowMs()) + 1000, signal)
    await ask('expired', brief.thing, 401)
    await revokeMadeToken(context, brief.thing)
  }
  return refusals
}

const REVOKED_WITHIN_MS = 5000

async function checkLifecycle(context: CheckContext): Promise<CheckFinding> {
  const {front, signal, target, time, pauseMs} = context
  const made = await makeToken(context, ['user:read', 'repo:read'])
  if (made.kind === 'refused')
    return made.reply.status === 403
      ? unclear('our token may not make tokens')
      : failed(`a token could not be made: ${made.why}`)
  const {thing, reply} = made
  const list = await readList(front.client, target.auth.tokens_path, signal)
  const authorization = authorizationOf('bearer', thing.value)
  const use = await front.open.ask({path: '/api/user', authorization}, signal)
  const revoked = await revokeMadeToken(context, thing)
  const begun = time.nowMs()
  let after = 200
  do {
    after = (await front.open.ask({path: '/api/user', authorization}, signal)).status
    if (after === 200) await sleep(time, pauseMs, signal)
  } while (after === 200 && time.nowMs() - begun < REVOKED_WITHIN_MS)
  const isListed = list.items.some((item) => idIn(item)?.value === thing.id)
  const isShown = JSON.stringify(list.items).includes(thing.value)
  const seen = {
    expected: '201, listed without its value, 200, revoked, 401 within 5 s',
    observed: {made: reply.status, listed: isListed, value_listed: isShown, used: use.status, revoked, after},
    fieldPaths: ['token', 'id'],
  }
  if (list.problem !== undefined) return failed(list.problem, seen)
  if (reply.status !== 201) return failed(`making a token is answered ${reply.status}`, seen)
  if (!isListed) return failed('the list does not have the new token', seen)
  if (isShown) return failed('the list shows the value of the token', seen)
  if (!isOk(use)) return failed(`the new token is answered ${use.status}`, seen)
  if (revoked < 200 || revoked > 299) return failed(`revoking is answered ${revoked}`, seen)
  return after === 401 ? passed(seen) : failed(`the revoked token is answered ${after}`, seen)
}
