import {AUTH_SCHEMES, authorizationOf} from '../client/authorization.ts'
import {isOk} from '../client/host-client.ts'
import {type CheckFinding, failed, passed, unclear, warned} from '../model/finding.ts'
import {askOwner} from './ask-owner.ts'
import {
  type AskedRefusal,
  asked,
  hiddenRefusal,
  madeRefusals,
  makeRefused,
  pushPath,
  REVOKED_REFUSALS,
  type RefusedThings,
} from './ask-refusals.ts'
import {findUsersRepository, USERS_CLONED, USERS_SEEN, usersRefusals} from './ask-users-repository.ts'
import type {Check, CheckContext} from './check.ts'
import {checkLifecycle} from './check-token-life.ts'
import {discardRepository} from './make-things.ts'
import {inTurn, isSparing, sparedWords} from './open-budget.ts'
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
  const {target, notes} = context
  for (const {value} of wrongTokens(context.token ?? '')) notes.secrets.add(value)
  const made = target.checks.mutate ? await makeRefused(context) : undefined
  try {
    return refusedFinding(context, await askRefusals(context, made))
  } finally {
    if (made?.place !== undefined) await discardRepository(context, made.place)
  }
}

interface AskedRefusals {
  readonly refusals: readonly AskedRefusal[]
  /** What was left out for want of requests. */
  readonly spared: readonly string[]
}

function refusedFinding({token = '', notes, target}: CheckContext, {refusals, spared}: AskedRefusals): CheckFinding {
  const observed = Object.fromEntries(refusals.map(({name, reply}) => [name, reply.status]))
  const seen = {expected: 'each refused, no body with a token', observed}
  const served = refusals.find(({wanted, reply}) => !wanted.includes(reply.status))
  if (served) return failed(notRefused(served), seen)
  const leak = refusals.find(({reply}) =>
    [token, ...notes.secrets].some((value) => value !== '' && reply.text.includes(value)),
  )
  if (leak) return failed(`${leak.name}: the answer holds a token`, seen)
  if (refusals.some(isSilent)) return failed('git is not asked for credentials (no WWW-Authenticate: Basic)', seen)
  const partly = spared.length > 0 ? [sparedWords(spared)] : []
  if (!target.checks.mutate) return warned([UNMADE, ...partly].join('; '), seen)
  const wanted = partly.length > 0 ? NEEDED_REFUSALS : [...NEEDED_REFUSALS, ...REVOKED_REFUSALS]
  const untried = wanted.filter((name) => !refusals.some((one) => one.name === name))
  if (untried.length > 0) return unclear(`could not be tried: ${untried.join(', ')}`, seen)
  return partly.length > 0 ? warned(partly.join(), seen) : passed(seen)
}

function notRefused({name, of, wanted, reply, isAway}: AskedRefusal): string {
  const whose = of === undefined ? '' : ` (${of})`
  return `${name}${whose}: answered ${reply.status}${isAway ? ' twice' : ''}, not ${wanted.join(' or ')}`
}

const UNMADE = 'without a token and with a wrong one alone: for revoked and expired ones set checks.mutate'
/** Those of tokens that are made for it. */
const NEEDED_REFUSALS = ['read scope writing', 'read scope pushing', 'expired']
// No name of a question has the word token in it: what is recorded under such a name is masked as if it were one.
const [NONE, GIT] = ['none', 'git as nobody']

/** Git gives up unless it is asked for credentials. */
const isSilent = ({name, reply}: AskedRefusal): boolean =>
  [GIT, USERS_CLONED].includes(name) && reply.status === 401 && !/basic/i.test(reply.headers['www-authenticate'] ?? '')

/** Where few requests are left, whatever another question tells as well is left out, and of wrong tokens all but one that is nearly right. */
async function askRefusals(context: CheckContext, made: RefusedThings | undefined): Promise<AskedRefusals> {
  const users = await findUsersRepository(context)
  const first = await firstRefusals(context, made)
  const answers = first.map(({reply}) => reply)
  const sparing = isSparing(context, 'auth.negative', answers)
  const wrong = wrongTokens(context.token ?? '')
  const chosen = sparing ? [inTurn(wrong.slice(1), answers)].filter((one) => one !== undefined) : wrong
  const refusals = [...first]
  for (const {name, authorization} of chosen)
    refusals.push(await asked(context, name, [401], {path: '/api/user', authorization}))
  if (users !== undefined) refusals.push(...(await usersRefusals(context, users, sparing && made?.isPrivate === true)))
  if (!sparing || users === undefined) refusals.push(await gitRefusal(context))
  if (made !== undefined) refusals.push(...(await madeRefusals(context, made, sparing)))
  const all = [
    NONE,
    ...wrong.map(({name}) => name),
    GIT,
    ...(users === undefined ? [] : [USERS_SEEN]),
    ...(made === undefined ? [] : REVOKED_REFUSALS),
  ]
  const spared = sparing ? all.filter((name) => !refusals.some((one) => one.name === name)) : []
  return {refusals, spared}
}

/** Their answers tell what is left: whoever is shown a private repository is let in, so that comes before all else. */
async function firstRefusals(context: CheckContext, made: RefusedThings | undefined): Promise<AskedRefusal[]> {
  const place = made?.isPrivate ? made.place : undefined
  const hidden = place && (await hiddenRefusal(context, 'a private repository as nobody', place))
  if (hidden && isSparing(context, 'auth.negative', [hidden.reply])) return [hidden]
  const none = await asked(context, NONE, [401], {path: '/api/user', authorization: null})
  return hidden ? [hidden, none] : [none]
}

interface WrongToken {
  readonly name: string
  readonly value: string
  readonly authorization: string
}

/** Tokens that nobody was given, all but the first what a careless comparison takes for ours: by its beginning, by its kind, without regard to case. */
function wrongTokens(token: string): WrongToken[] {
  const swap = (letter: string) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())
  const last = token.slice(-1) === 'a' ? 'b' : 'a'
  // A service may write its tokens as hex digits, whose case tells nothing.
  const hasCases = /[a-z]/.test(token.slice(3)) && /[A-Z]/.test(token.slice(3))
  const swapped = token.slice(0, 3) + [...token.slice(3)].map(swap).join('')
  const garbage = `${token.slice(0, 3)}${'x'.repeat(Math.max(8, token.length - 3))}`
  const bearer = (name: string, value: string) => ({name, value, authorization: authorizationOf('bearer', value)})
  return [
    bearer('garbage', garbage),
    {name: 'garbage as Basic', value: garbage, authorization: authorizationOf('basic', garbage, 'nobody')},
    bearer('one character other', token.slice(0, -1) + last),
    bearer('one character more', `${token}${last}`),
    ...(hasCases ? [bearer('letters of the other case', swapped)] : []),
  ]
}

async function gitRefusal(context: CheckContext): Promise<AskedRefusal> {
  const {before} = context
  const [known] = before?.inventory.repos ?? []
  const owner = known?.owner ?? (await askOwner(context)) ?? 'nobody'
  const path = pushPath({owner, name: known?.name ?? 'nothing'})
  return await asked(context, GIT, [401], {path, authorization: null})
}
