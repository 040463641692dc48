import {codeOf} from '#error/assay-error'
import {isUntrusted} from '#net/http-fault'

/** What came of one attempt to deliver. */
export interface AttemptOutcome {
  readonly startedAtMs: number
  readonly durationMs: number
  /** Of the receiver; null without an answer. */
  readonly statusCode: number | null
  /** Null where it was delivered, else a short reason. */
  readonly error: string | null
  /** No further attempt would change it. */
  readonly isFinal: boolean
  /** The beginning of what the receiver answered, masked; null where that was nothing. */
  readonly reply: string | null
  /** What the receiver asked to wait, in ms. */
  readonly retryAfterMs: number
}

/** The error of an attempt for which nothing could be signed. */
export const SECRET_UNREADABLE = 'secret_unreadable'
/** Somebody answers, and this machine does not believe that it is the receiver. */
const UNTRUSTED = 'certificate_untrusted'
const MAY_ASK_TO_WAIT = new Set([429, 502, 503, 504])

/** Judges an answer by its status line. A redirect is none: who is told to go elsewhere may be told to go inside. */
export function answeredOutcome(
  status: number,
  retryAfterMs: number,
): Pick<AttemptOutcome, 'statusCode' | 'error' | 'isFinal' | 'retryAfterMs'> {
  const isGood = status >= 200 && status < 300
  const isRedirect = status >= 300 && status < 400
  return {
    statusCode: status,
    error: isGood ? null : isRedirect ? 'redirect_refused' : `http ${status}`,
    isFinal: isGood || isRedirect || status === 410,
    retryAfterMs: MAY_ASK_TO_WAIT.has(status) ? retryAfterMs : 0,
  }
}

/** Judges what went wrong before there was an answer. Nothing of it comes from the receiver. */
export function brokenOutcome(
  error: unknown,
  isLate: boolean,
): Pick<AttemptOutcome, 'statusCode' | 'error' | 'isFinal' | 'retryAfterMs'> {
  const code = isLate ? 'timeout' : isUntrusted(error) ? UNTRUSTED : (codeOf(error) ?? 'failed')
  return {statusCode: null, error: code, isFinal: code === 'address_refused', retryAfterMs: 0}
}
