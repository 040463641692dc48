import type {BodyFault, ServedRequest} from '#net/http-server'
import type {Time} from '#random/timers'
import {deadline} from '#random/timers'
import {signerOf} from './body-signature.ts'
import {deliveryHead, valuesOf} from './delivery-head.ts'
import type {HookSecret} from './hook-secret.ts'
import {type JudgedRequest, type ReceiverRules, refusal, type SignedDelivery} from './received.ts'
import {isStale, standardSignerOf} from './standard-signature.ts'

/** The largest body that is looked at. */
export const MOST_BODY_BYTES = 1024 * 1024
const BODY_MS = 10_000

const BODY_FAULTS: Readonly<Record<BodyFault, JudgedRequest>> = {
  too_large: refusal('too_large', 413, 'body_too_large'),
  too_late: refusal('too_late', 408, 'body_too_late'),
  cut_off: refusal('cut_off', 400, 'body_cut_off'),
}

/**
 * From the request line to the signature: path and method, announced length, the body in time, well-formed headers, the HMAC over the
 * bytes as they came. Nothing of the body is read as text before its signature holds. Never rejects.
 */
export async function judgeRequest(
  request: ServedRequest,
  rules: ReceiverRules,
  clock: Pick<Time, 'after' | 'nowMs'>,
): Promise<JudgedRequest | SignedDelivery> {
  if (request.path !== rules.path) return refusal('misdirected', 404, 'another_path')
  if (request.method !== 'POST') return {...refusal('misdirected', 405, 'another_method'), headers: {allow: 'POST'}}
  const announced = Number(valuesOf(request.headers, 'content-length')[0] ?? 0)
  if (announced > MOST_BODY_BYTES) return BODY_FAULTS.too_large
  using limit = deadline(clock, BODY_MS, () => 'late')
  const body = await request.body({bytes: MOST_BODY_BYTES, signal: limit.signal})
  if (typeof body === 'string') return BODY_FAULTS[body]
  const head = deliveryHead(request.headers, rules.brand)
  if ('problem' in head) return refusal('unsigned', 401, head.problem)
  const secret = signerOf(head.signature, body, rules.secrets)
  if (secret === undefined) return refusal('unsigned', 401, 'wrong_signature')
  const fault = standardFault({head, body, secret}, clock.nowMs())
  return fault === undefined ? {head, body, secret} : refusal('unsigned', 401, fault)
}

/** A secret that both schemes use must hold in both where both came. */
function standardFault({head: {standard}, body, secret}: SignedDelivery, nowMs: number): string | undefined {
  if (standard === undefined || !isStandard(secret)) return undefined
  if (standardSignerOf(standard, body, [secret]) === undefined) return 'wrong_standard_signature'
  return isStale(standard, nowMs) ? 'stale_timestamp' : undefined
}

function isStandard({bytes}: HookSecret): boolean {
  return Buffer.from(bytes).subarray(0, 6).toString('latin1') === 'whsec_'
}
