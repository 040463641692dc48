import {isRecord} from '#contract/is-record'
import {authorizationOf} from '../client/authorization.ts'
import {type HostReply, isOk, isRateHit, rateWaitSeconds} from '../client/host-client.ts'
import {asCount, asText, readField} from '../model/field.ts'
import {type CheckFinding, failed, passed, passedUnless, skipped, unclear} from '../model/finding.ts'
import type {Check, CheckContext} from './check.ts'
import {makeToken, revokeMadeToken} from './make-things.ts'

export const RATE_CHECKS: readonly Check[] = [
  {
    id: 'rate.headers',
    title: 'Answers tell the rate limit, and the numbers fit',
    mode: 'standard',
    needsToken: true,
    ask: checkHeaders,
  },
  {
    id: 'rate.exceed',
    title: 'One call over the limit is refused, and another token is not',
    mode: 'full',
    mutates: true,
    needsToken: true,
    ask: checkExceeding,
  },
]

const WINDOW_S = 3600

interface Rate {
  readonly limit: number
  readonly remaining: number
  readonly used: number
  readonly reset: number
}

/** Undefined unless all four are whole numbers. */
function rateIn({headers}: Pick<HostReply, 'headers'>): Rate | undefined {
  return rateOf((name) => {
    const text = headers[`x-ratelimit-${name}`] ?? ''
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined
  })
}

function rateOf(read: (name: string) => number | undefined): Rate | undefined {
  const [limit, remaining, used, reset] = ['limit', 'remaining', 'used', 'reset'].map(read)
  if (limit === undefined || remaining === undefined || used === undefined || reset === undefined) return undefined
  return {limit, remaining, used, reset}
}

const USER = {path: '/api/user'}
const BUDGET_PATH = '/api/rate_limit'

/** What two requests after one another were told of the rate, and when. */
interface ToldRates {
  readonly first: Rate | undefined
  readonly second: Rate | undefined
  readonly atMs: number
  readonly path: string
}

/** In headers, or by a service that has no such headers at all on a page of its own. */
async function toldRates({front, signal}: CheckContext): Promise<ToldRates> {
  const one = await front.client.ask(USER, signal)
  const other = await front.client.ask(USER, signal)
  const hasHeaders = Object.keys({...one.headers, ...other.headers}).some((name) => name.startsWith('x-ratelimit-'))
  const budget = hasHeaders ? undefined : await budgetAround(() => front.client.ask(USER, signal), {front, signal})
  return budget ?? {first: rateIn(one), second: rateIn(other), atMs: other.receivedAtMs, path: 'header x-ratelimit-*'}
}

/** Undefined where there is no such page. */
async function budgetAround(
  ask: () => Promise<HostReply>,
  {front, signal}: Pick<CheckContext, 'front' | 'signal'>,
): Promise<ToldRates | undefined> {
  const before = await front.client.ask({path: BUDGET_PATH}, signal)
  if (!isOk(before)) return undefined
  await ask()
  const after = await front.client.ask({path: BUDGET_PATH}, signal)
  const [first, second] = [before, after].map(({json}) => rateOf((name) => readField(json, [name], asCount)?.value))
  return {first, second, atMs: after.receivedAtMs, path: BUDGET_PATH}
}

/** A sliding window moves by what passed between the answers; a new one begins an hour later. */
const isNewWindow = ({first, second}: ToldRates): boolean =>
  first !== undefined && second !== undefined && second.reset > first.reset + 1

async function checkHeaders(context: CheckContext): Promise<CheckFinding> {
  const {target} = context
  let told = await toldRates(context)
  // A window may end between two answers; the next one does not end as well.
  if (isNewWindow(told)) told = await toldRates(context)
  const {first, second, atMs, path} = told
  const wanted = target.expect.rate?.authenticated
  const seen = {
    expected: 'four numbers, used + remaining = limit, remaining falls, reset within the hour',
    observed: {first: first ?? null, second: second ?? null},
    fieldPaths: [path],
  }
  if (first === undefined || second === undefined) return failed(`the four numbers are not all there (${path})`, seen)
  if ([first, second].some(({used, remaining, limit}) => used + remaining !== limit))
    return failed('used and remaining do not make up the limit', seen)
  if (isNewWindow(told)) return failed('every answer begins another window', seen)
  if (first.limit !== second.limit) return failed('the limit is another one in every answer', seen)
  if (second.remaining >= first.remaining) return failed('remaining does not fall', seen)
  const nowS = atMs / 1000
  if (second.reset <= nowS - 1 || second.reset > nowS + WINDOW_S + 1)
    return failed('reset does not lie within the next hour', seen)
  return wanted !== undefined && wanted !== first.limit ? failed(`the limit is not ${wanted}`, seen) : passed(seen)
}

/** Calls under way at a time. */
const LANES = 32
const MOST_CALLS = 20_000

async function checkExceeding(context: CheckContext): Promise<CheckFinding> {
  const {front, signal, target, named} = context
  if (target.profile.environment !== 'embedded' && !named.has('rate.exceed')) return skipped('disabled_by_profile')
  const made = await makeToken(context, ['user:read'])
  if (made.kind === 'refused') return unclear(`a token of its own could not be made: ${made.why}`)
  const authorization = authorizationOf('bearer', made.thing.value)
  const ask = () => front.open.ask({path: '/api/user', authorization, isRateWanted: true}, signal)
  const first = await ask()
  const limit = rateIn(first)?.limit ?? target.expect.rate?.authenticated ?? (await budgetLimit(context))
  if (limit === undefined || limit > MOST_CALLS) return unclear('the limit is not known, or is too far away')
  const {good, hit} = await exhaust(ask, limit)
  const other = await front.client.ask({path: '/api/user'}, signal)
  // The body is promised; a header beside it must not say another thing.
  const isSaid = hit?.headers['retry-after'] !== undefined
  const header = Number(hit?.headers['retry-after'] ?? Number.NaN)
  // A refusal that is no document has its wait in the header alone.
  const wait = isRecord(hit?.json) ? rateWaitSeconds({headers: {}, json: hit.json}, hit.receivedAtMs) : header
  await revokeMadeToken(context, made.thing)
  const seen = {
    expected: `${limit} answers, then 429 or 403 with a wait`,
    observed: {
      answered: good,
      status: hit?.status ?? null,
      retry_after: wait === undefined || Number.isNaN(wait) ? null : wait,
      header: Number.isNaN(header) ? null : header,
      other: other.status,
    },
    fieldPaths: ['retry_after'],
  }
  return passedUnless(
    [
      [hit === undefined, 'a call over the limit was answered like any other'],
      [good > limit, 'more calls than the limit were answered'],
      [isOtherwise(hit), 'the refusal is not rate_limited'],
      [!(wait !== undefined && wait >= 1), 'the refusal tells no wait'],
      [isSaid && !(Math.abs(header - (wait ?? 0)) <= 1), 'body and Retry-After differ'],
      [!isOk(other), 'another token is refused too'],
    ],
    seen,
  )
}

/** As the page tells it that some services have instead of headers. */
async function budgetLimit({front, signal}: CheckContext): Promise<number | undefined> {
  return readField((await front.client.ask({path: BUDGET_PATH}, signal)).json, ['limit'], asCount)?.value
}

/** Whether a refusal names another reason, or none where it has a place for one. */
function isOtherwise(hit: HostReply | undefined): boolean {
  return isRecord(hit?.json) && 'error' in hit.json && readField(hit.json, ['error'], asText)?.value !== 'rate_limited'
}

/** Calls until one is refused, or ten over the limit. `good`: those answered, with the one before. */
async function exhaust(
  ask: () => Promise<HostReply>,
  limit: number,
): Promise<{good: number; hit: HostReply | undefined}> {
  let begun = 1
  let good = 1
  let hit: HostReply | undefined
  const lane = async () => {
    while (hit === undefined && begun < limit + 10) {
      begun++
      const reply = await ask()
      if (isRateHit(reply)) hit ??= reply
      else if (isOk(reply)) good++
    }
  }
  await Promise.all(Array.from({length: LANES}, lane))
  return {good, hit}
}
