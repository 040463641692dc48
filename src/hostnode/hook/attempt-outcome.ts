import {codeOf} from '#error/assay-error'
import {isUntrusted} from '#net/http-fault'

/** The result of one attempt to deliver. */
export interface AttemptOutcome {
  readonly startedAtMs: number
  readonly durationMs: number
  /** Status of the receiver's response; null without a response. */
  readonly statusCode: number | null
  /** Null if it was delivered, otherwise a short reason. */
  readonly error: string | null
  /** Whether no further attempt could change the result. */
  readonly isFinal: boolean
  /** The beginning of the receiver's response, masked; null if it was empty. */
  readonly reply: string | null
  /** Wait that the receiver asked for, in ms. */
  readonly retryAfterMs: number
}

/** Error of an attempt that could not be signed. */
export const SECRET_UNREADABLE = 'secret_unreadable'
/** The receiver answered, but this machine does not trust its certificate. */
const UNTRUSTED = 'certificate_untrusted'
const MAY_ASK_TO_WAIT = new Set([429, 502, 503, 504])

/** Judges a response by its status. A redirect is refused: it could lead into a private network. */
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

/** Judges a failure before any response. Nothing in it comes from the receiver. */
export function brokenOutcome(
  error: unknown,
  isLate: boolean,
): Pick<AttemptOutcome, 'statusCode' | 'error' | 'isFinal' | 'retryAfterMs'> {
  const code = isLate ? 'timeout' : isUntrusted(error) ? UNTRUSTED : (codeOf(error) ?? 'failed')
  return {statusCode: null, error: code, isFinal: code === 'address_refused', retryAfterMs: 0}
}
