import {isRecord} from '#contract/is-record'
import {cutText} from '#error/cut-text'
import type {ReplyHead} from '#net/http-client'

/** One request to a host. `path`: below its base, with its leading slash. */
export interface HostRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** Bytes instead of a JSON document, with their type. */
  readonly raw?: {readonly bytes: Uint8Array; readonly type: string; readonly encoding?: string}
  /** Instead of the credentials of the client; null for none. */
  readonly authorization?: string | null
  /** The most that the reply may have; 1 MiB without. */
  readonly limitBytes?: number
  /** The reply to a spent rate budget is wanted, not waited out. */
  readonly isRateWanted?: boolean
}

/** A whole reply. `ms`: from the first byte sent to the last one read. */
export interface HostReply extends ReplyHead {
  readonly body: Uint8Array
  readonly text: string
  /** Undefined where the body is no JSON. */
  readonly json: unknown
  readonly ms: number
  readonly receivedAtMs: number
}

/** A host behind one base URL. */
export interface HostClient {
  readonly baseUrl: string
  /**
   * Redirects are replies. A reading is asked again where that may help, within ten seconds over all. Throws `unreachable`, `timeout`, `wrong_service`,
   * `contract_violation`, `rate_limited`, `address_refused`, `cleartext_credentials`, or the reason of the signal.
   */
  ask(request: HostRequest, signal: AbortSignal): Promise<HostReply>
}

export const isOk = ({status}: Pick<HostReply, 'status'>): boolean => status >= 200 && status < 300

const AWAY: ReadonlySet<number> = new Set([502, 503, 504])

/** What a proxy says of a service that it does not reach now, or a service of itself: it may answer when asked again. */
export const isAway = ({status}: Pick<HostReply, 'status'>): boolean => AWAY.has(status)

/** What the host says went wrong, cut; its own words may hold anything, so the redactor sees them before anyone else does. */
export function errorTextOf({json, text}: Pick<HostReply, 'json' | 'text'>): string {
  const inner = isRecord(json) ? json['error'] : undefined
  const said = isRecord(json) ? (json['message'] ?? (isRecord(inner) ? inner['message'] : inner)) : undefined
  return cutText(typeof said === 'string' ? said : text, 200)
}

/** Whether the rate budget is spent: 429, or 403 with nothing left. */
export function isRateHit({status, headers}: ReplyHead): boolean {
  return status === 429 || (status === 403 && headers['x-ratelimit-remaining'] === '0')
}

/** Seconds that the host wants us to wait; undefined where it says nothing that can be read. */
export function rateWaitSeconds(
  {headers, json}: Pick<HostReply, 'headers' | 'json'>,
  nowMs: number,
): number | undefined {
  const said = isRecord(json) ? json['retry_after'] : undefined
  const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN)
  const all = [
    retryAfter(headers['retry-after'] ?? '', nowMs),
    typeof said === 'number' ? said : Number.NaN,
    reset - nowMs / 1000,
  ]
  return all.find((seconds) => Number.isFinite(seconds) && seconds >= 0)
}

/** Seconds, or until a date; none of both is no number. Source: RFC 9110 section 10.2.3. */
const retryAfter = (text: string, nowMs: number): number =>
  /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1000
