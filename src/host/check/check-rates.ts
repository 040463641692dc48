import {authorizationOf} from '../client/authorization.ts'
import {type HostReply, isOk, isRateHit, rateWaitSeconds} from '../client/host-client.ts'
import {asText, readField} from '../model/field.ts'
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
  const read = (name: string) =>
    /^\d{1,15}$/.test(headers[`x-ratelimit-${name}`] ?? '') ? Number(headers[`x-ratelimit-${name}`]) : undefined
  const [limit, remaining, used, reset] = ['limit', 'remaining', 'used', 'reset'].map(read)
  if (limit === undefined || remaining === undefined || used === undefined || reset === undefined) return undefined
  return {limit, remaining, used, reset}
}

async function checkHeaders({front, signal, target}: CheckContext): Promise<CheckFinding> {
  const replies = [
    await front.client.ask({path: '/api/user'}, signal),
    await front.client.ask({path: '/api/user'}, signal),
  ]
  const [first, second] = replies.map(rateIn)
  const wanted = target.expect.rate?.authenticated
  const seen = {
    expected: 'four numbers, used + remaining = limit, remaining falls, reset within the hour',
    observed: {first: first ?? null, second: second ?? null},
    fieldPaths: ['header x-ratelimit-*'],
  }
  if (first === undefined || second === undefined)
    return failed('the four headers are not all there as whole numbers', seen)
  if ([first, second].some(({used, remaining, limit}) => used + remaining !== limit))
    return failed('used and remaining do not make up the limit', seen)
  const isNewWindow = second.reset > first.reset + 1
  if (!isNewWindow && second.remaining >= first.remaining) return failed('remaining does not fall', seen)
  const nowS = (replies[1]?.receivedAtMs ?? 0) / 1000
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
  const limit = rateIn(await ask())?.limit ?? target.expect.rate?.authenticated
  if (limit === undefined || limit > MOST_CALLS) return unclear('the limit is not known, or is too far away')
  const {good, hit} = await exhaust(ask, limit)
  const other = await front.client.ask({path: '/api/user'}, signal)
  const wait = hit && rateWaitSeconds({headers: {}, json: hit.json}, hit.receivedAtMs)
  // The body is promised; a header beside it must not say another thing.
  const isSaid = hit?.headers['retry-after'] !== undefined
  const header = Number(hit?.headers['retry-after'] ?? Number.NaN)
  await revokeMadeToken(context, made.thing)
  const seen = {
    expected: `${limit} answers, then 429 or 403 with a wait`,
    observed: {
      answered: good,
      status: hit?.status ?? null,
      retry_after: wait ?? null,
      header: Number.isNaN(header) ? null : header,
      other: other.status,
    },
    fieldPaths: ['retry_after'],
  }
  return passedUnless(
    [
      [hit === undefined, 'a call over the limit was answered like any other'],
      [good > limit, 'more calls than the limit were answered'],
      [readField(hit?.json, ['error'], asText)?.value !== 'rate_limited', 'the refusal is not rate_limited'],
      [!(wait !== undefined && wait >= 1), 'the refusal tells no wait'],
      [isSaid && !(Math.abs(header - (wait ?? 0)) <= 1), 'body and Retry-After differ'],
      [!isOk(other), 'another token is refused too'],
    ],
    seen,
  )
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
