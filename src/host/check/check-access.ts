import {AUTH_SCHEMES, authorizationOf} from '../client/authorization.ts'
import {isOk} from '../client/host-client.ts'
import {type CheckFinding, failed, passed, unclear, warned} from '../model/finding.ts'
import {askOwner} from './ask-owner.ts'
import {type AskedRefusal, asked, madeRefusals, pushPath, REVOKED_REFUSALS} from './ask-refusals.ts'
import type {Check, CheckContext} from './check.ts'
import {checkLifecycle} from './check-token-life.ts'
import {isSparing} from './open-budget.ts'
import {userIn} from './repository.ts'

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
    title:
      'No token, a wrong or nearly right, revoked or expired one, or one with too little scope gets nothing, by the API and by git',
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

async function checkNegative(context: CheckContext): Promise<CheckFinding> {
  const {token = '', target} = context
  const ask = (name: string, authorization: string | null) =>
    asked(context, name, [401], {path: '/api/user', authorization})
  const wrong = wrongTokens(token)
  for (const value of Object.values(wrong)) context.notes.secrets.add(value)
  const none = await ask('none', null)
  const sparing = isSparing(context, 'auth.negative', none.reply)
  const refusals = [
    none,
    await ask('garbage', authorizationOf('bearer', wrong.garbage)),
    ...(sparing ? [] : await nearlyRight(ask, {...wrong, token})),
    ...(await gitRefusals(context)),
    ...(target.checks.mutate ? await madeRefusals(context, sparing) : []),
  ]
  const observed = Object.fromEntries(refusals.map(({name, reply}) => [name, reply.status]))
  const seen = {expected: 'each refused, no body with a token', observed}
  const served = refusals.find(({wanted, reply}) => !wanted.includes(reply.status))
  if (served) return failed(notRefused(served), seen)
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
  const wanted = sparing ? NEEDED_REFUSALS : [...NEEDED_REFUSALS, ...REVOKED_REFUSALS]
  const untried = wanted.filter((name) => !refusals.some((one) => one.name === name))
  if (untried.length > 0) return unclear(`could not be tried: ${untried.join(', ')}`, seen)
  return sparing ? warned(SPARED, seen) : passed(seen)
}

function notRefused({name, wanted, reply, isAway}: AskedRefusal): string {
  return `${name}: answered ${reply.status}${isAway ? ' twice' : ''}, not ${wanted.join(' or ')}`
}

/** Those of tokens that are made for it. */
const NEEDED_REFUSALS = ['read scope writing', 'read scope pushing', 'expired']
const SPARED =
  'only few requests without a good token are left in this hour, so nearly right tokens, a revoked one and a private repository without any were not tried; name the check with --only to try all'

type Ask = (name: string, authorization: string) => Promise<AskedRefusal>

async function nearlyRight(
  ask: Ask,
  {token, garbage, other, longer, swapped}: ReturnType<typeof wrongTokens> & {readonly token: string},
): Promise<AskedRefusal[]> {
  return [
    await ask('garbage as Basic', authorizationOf('basic', garbage, 'nobody')),
    await ask('one character other', authorizationOf('bearer', other)),
    await ask('one character more', authorizationOf('bearer', longer)),
    ...(swapped === token ? [] : [await ask('letters of the other case', authorizationOf('bearer', swapped))]),
  ]
}

/** Tokens that nobody was given, each what a careless comparison takes for ours: by its beginning, by its kind, without regard to case. */
function wrongTokens(token: string) {
  const swap = (letter: string) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())
  const last = token.slice(-1) === 'a' ? 'b' : 'a'
  // A service may write its tokens as hex digits, whose case tells nothing.
  const hasCases = /[a-z]/.test(token.slice(3)) && /[A-Z]/.test(token.slice(3))
  return {
    garbage: `${token.slice(0, 3)}${'x'.repeat(Math.max(8, token.length - 3))}`,
    other: token.slice(0, -1) + last,
    longer: `${token}${last}`,
    swapped: hasCases ? token.slice(0, 3) + [...token.slice(3)].map(swap).join('') : token,
  }
}

/** Git gives up unless it is asked for credentials. */
async function gitRefusals(context: CheckContext): Promise<AskedRefusal[]> {
  const {before} = context
  const [known] = before?.inventory.repos ?? []
  const owner = known?.owner ?? (await askOwner(context)) ?? 'nobody'
  const path = pushPath({owner, name: known?.name ?? 'nothing'})
  return [await asked(context, 'git without a token', [401], {path, authorization: null})]
}
