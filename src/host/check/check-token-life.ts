import {isRecord} from '#contract/is-record'
import type {AssayError} from '#error/assay-error'
import {ProviderError} from '#error/provider-error'
import {timestamp} from '#random/clock'
import {sleep} from '#random/timers'
import {authorizationOf} from '../client/authorization.ts'
import {isOk} from '../client/host-client.ts'
import {readList} from '../client/read-list.ts'
import {asList, asTime, readField} from '../model/field.ts'
import {type CheckFinding, failed, passedUnless, unclear} from '../model/finding.ts'
import type {CheckContext} from './check.ts'
import {makeToken, revokeMadeToken} from './make-things.ts'
import {isSparing} from './open-budget.ts'
import {idIn} from './repository.ts'

const REVOKED_WITHIN_MS = 5000
/** Further looks at a token that was refused once: of several servers one may not know yet. */
const LOOKS_AFTER = 2
const LIFE_MS = 3_600_000
const SCOPES = ['user:read', 'repo:read']

export async function checkLifecycle(context: CheckContext): Promise<CheckFinding> {
  const {front, signal, target, time} = context
  const ends = time.nowMs() + LIFE_MS
  const made = await makeToken(context, SCOPES, timestamp(ends))
  if (made.kind === 'refused')
    return made.reply.status === 403
      ? unclear('our token may not make tokens')
      : failed(`a token could not be made: ${made.why}`)
  const {thing, reply} = made
  const list = await readList(front.client, target.auth.tokens_path, signal)
  const use = await front.open.ask({path: '/api/user', authorization: authorizationOf('bearer', thing.value)}, signal)
  const revoked = await revokeMadeToken(context, thing)
  const {status: after, looks} = await lookAtRevoked(context, thing.value)
  const entry = list.items.find((item) => idIn(item)?.value === thing.id)
  const isShown = JSON.stringify(list.items).includes(thing.value)
  const seen = {
    expected: '201, listed without its value, 200, revoked, 401 within 5 s and from then on',
    observed: {
      made: reply.status,
      listed: entry !== undefined,
      value_listed: isShown,
      used: use.status,
      revoked,
      after,
      looks_after: looks,
    },
    fieldPaths: ['token', 'id'],
  }
  return passedUnless(
    [
      [list.problem !== undefined, list.problem ?? ''],
      [reply.status !== 201, `making a token is answered ${reply.status}`],
      [entry === undefined, 'the list does not have the new token'],
      [isShown, 'the list shows the value of the token'],
      [[reply.json, entry].some(hasOtherScopes), 'the token has other scopes than were asked for'],
      [
        [reply.json, entry].some((told) => hasOtherEnd(told, ends)),
        'the token ends at another time than was asked for',
      ],
      [!isOk(use), `the new token is answered ${use.status}`],
      [revoked < 200 || revoked > 299, `revoking is answered ${revoked}`],
      [after !== 401, `the revoked token is answered ${after}`],
    ],
    seen,
  )
}

/** How a revoked token is answered in the end, at the front and by every node: 401 only where all of them said so. */
async function lookAtRevoked(context: CheckContext, token: string): Promise<{status: number; looks: number}> {
  const {front, nodes, signal, time, pauseMs} = context
  const request = {path: '/api/user', authorization: authorizationOf('bearer', token)}
  const begun = time.nowMs()
  let reply = await front.open.ask(request, signal)
  while (reply.status === 200 && time.nowMs() - begun < REVOKED_WITHIN_MS) {
    await sleep(time, pauseMs, signal)
    reply = await front.open.ask(request, signal)
  }
  let {status} = reply
  if (status !== 401) return {status, looks: 1}
  const others = nodes.filter(({open}) => open.baseUrl !== front.open.baseUrl)
  const more = isSparing(context, 'token.lifecycle', [reply]) ? 0 : LOOKS_AFTER
  const looks = [...Array.from({length: more}, () => front), ...others]
  const silent: AssayError[] = []
  for (const [at, side] of looks.entries()) {
    try {
      status = (await side.open.ask(request, signal)).status
    } catch (error) {
      // The others are asked all the same: one that takes the token is worse than one that says nothing.
      if (!(error instanceof ProviderError) || side === front) throw error
      silent.push(new ProviderError(error.code, `${side.name}: ${error.message}`, {cause: error}))
      continue
    }
    if (status !== 401) return {status, looks: at + 2}
  }
  if (silent[0] !== undefined) throw silent[0]
  return {status, looks: looks.length + 1}
}

const word = (scope: unknown) => String(scope).replace('_', ':')

function hasOtherScopes(told: unknown): boolean {
  const scopes = readField(told, ['scopes'], asList)?.value
  return scopes !== undefined && scopes.map(word).sort().join(' ') !== SCOPES.toSorted().join(' ')
}

/** A service may count whole seconds. */
const ROUNDING_MS = 1000

/** Whether a token ends at another time than expected. A token without an expiry is unknown; one that states `null` never ends. */
function hasOtherEnd(told: unknown, ends: number): boolean {
  const isNever = isRecord(told) && told['expires_at'] === null
  const said = readField(told, ['expires_at'], asTime)?.value
  return isNever || (said !== undefined && Math.abs(said - ends) > ROUNDING_MS)
}
