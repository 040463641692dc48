import type {NodeContext} from '../context/context.ts'
import {ApiFailure} from '../model/api-failure.ts'
import {addressKey} from './peer-address.ts'
import type {ApiCaller} from './routes.ts'

const TOKEN_LIMIT = 5_000
const ADDRESS_LIMIT = 60

/** The key a caller is counted under, and its limit. */
export interface LimitOf {
  readonly key: string
  readonly limit: number
  readonly kind: 'token' | 'address'
}

/** The limit of a caller. Bad credentials count against the address; otherwise they could be tried without end. */
export function limitOf(caller: ApiCaller | undefined, address: string): LimitOf {
  if (caller?.kind === 'token') return {key: caller.token.id, limit: TOKEN_LIMIT, kind: 'token'}
  return {key: addressKey(address), limit: ADDRESS_LIMIT, kind: 'address'}
}

/** Counts a request, writes the state of the limit into the headers, and throws `rate_limited` for a request beyond the limit. */
export function countRequest(
  {limiter, metrics}: NodeContext,
  {key, limit, kind}: LimitOf,
  setHeader: (name: string, value: string) => void,
): void {
  const counted = limiter.count(key, limit)
  setHeader('X-RateLimit-Limit', String(limit))
  setHeader('X-RateLimit-Remaining', String(counted.remaining))
  setHeader('X-RateLimit-Used', String(counted.used))
  setHeader('X-RateLimit-Reset', String(counted.reset))
  if (!counted.isOver) return
  metrics.rateLimited.inc({kind})
  throw new ApiFailure('rate_limited', 'too many requests in this window', {retryAfter: counted.retryAfter})
}
