import {AssayError} from '#error/assay-error'
import type {ErrorCode} from '#error/codes'
import {ProviderError, type ProviderErrorOptions} from '#error/provider-error'
import type {HttpReply} from '#net/http-client'
import {retryAfterMs} from '#net/retry-after'
import {plainText} from '../../model/provider-fault.ts'
import {sentenceIn} from './json-body.ts'

type Fault = NonNullable<ProviderErrorOptions['fault']>

const CODES: Readonly<Record<number, readonly [ErrorCode, Fault?]>> = {
  400: ['upstream_rejected_input'],
  401: ['unauthorized', 'unauthorized'],
  403: ['unauthorized', 'unauthorized'],
  404: ['wrong_service', 'wrong_service'],
  405: ['wrong_service', 'wrong_service'],
  410: ['wrong_service', 'wrong_service'],
  413: ['upstream_rejected_input'],
  415: ['upstream_rejected_input'],
  422: ['upstream_rejected_input'],
  426: ['wrong_service', 'wrong_service'],
  429: ['rate_limited', 'busy'],
  500: ['upstream_error', 'down'],
  501: ['wrong_service', 'wrong_service'],
  502: ['upstream_error', 'down'],
  503: ['busy', 'busy'],
  504: ['upstream_error', 'down'],
}

/**
 * The error that a reply's status stands for; undefined for a good one. `isRead`: the call changes nothing, so the server's own word on
 * whether to try again (`x-should-retry`) counts. A redirect is refused: it would lead past the address that was checked.
 */
export function replyFault(
  reply: HttpReply,
  {nowMs, isRead}: {readonly nowMs: number; readonly isRead: boolean},
): AssayError | undefined {
  const {status, headers} = reply
  if (status < 300) return undefined
  if (status < 400) {
    const hint = 'Configure the address that finally answers.'
    return new AssayError('address_refused', `the server redirects (${status}); redirects are never followed`, {hint})
  }
  const [code, fault] = CODES[status] ?? ['upstream_error']
  const said = plainText(sentenceIn(reply))
  const asked = retryAfterMs(headers, nowMs)
  const word = isRead ? headers['x-should-retry'] : undefined
  return new ProviderError(code, `the server answered ${status}${said === '' ? '' : `: ${said}`}`, {
    statusCode: status,
    ...(fault !== undefined && {fault}),
    ...(asked !== undefined && {retryAfterMs: asked}),
    ...((word === 'true' || word === 'false') && {retryable: word === 'true'}),
  })
}

/** Credentials, and load. */
const MAY_REFUSE = [401, 403, 408, 429]

/** True for a refusal of what every server of the kind must take, such as an upgrade: somebody else answers. */
export function isForeign(status: number): boolean {
  return status >= 400 && status < 500 && !MAY_REFUSE.includes(status)
}
