import {AssayError, type ErrorOptions} from '#error/assay-error'
import type {ErrorCode} from '#error/codes'
import {cutText} from '#error/cut-text'
import {
  ProviderBudgetExceededError,
  ProviderError,
  type ProviderErrorOptions,
  WorldStateError,
} from '#error/provider-error'

const MOST_CHARACTERS = 500
const TRACEBACK = 'Traceback (most recent call last):'
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g

/** Text from the other side as one harmless line: of a traceback what was raised in the end, however many lines that takes, controls as spaces. Redact before `shortText`. */
export function plainText(text: string): string {
  return raisedIn(text.split('\n')).replace(CONTROLS, ' ').trim()
}

/** Text of several lines without other controls. */
function inLines(text: string): string {
  const lines = text.split(/\r?\n/)
  return lines.map((line) => line.replace(CONTROLS, ' ')).join('\n')
}

/** What a Python program raised, read from the end of its last traceback: frames are indented, and the exception follows them at the beginning of a line. */
function raisedIn(lines: readonly string[]): string {
  const head = lines.findLastIndex((line) => line.trimEnd().endsWith(TRACEBACK))
  const raised = head < 0 ? 0 : lines.findIndex((line, at) => at > head && !/^[ \t]/.test(line))
  return lines.slice(raised < 0 ? head : raised).join('\n')
}

/** At most 500 characters. */
export function shortText(text: string): string {
  return cutText(text, MOST_CHARACTERS)
}

/** The provider and operation of a call, for the errors that come out of it. */
export interface FaultPlace {
  readonly provider: string
  readonly operation: string
}

export interface TextRedactor {
  text(text: string): string
  value(value: unknown): unknown
}

const REPEATABLE: readonly ErrorCode[] = ['unreachable', 'timeout', 'busy', 'rate_limited']

/**
 * Whatever was thrown as an error of ours with a text that may be printed. Foreign errors become `internal` with the
 * original as cause; kinds, codes and facts of our own stay.
 */
export function asFault(thrown: unknown, place: FaultPlace, redactor: TextRedactor): AssayError {
  // First in lines: a secret that was wrapped is known by their ends, and afterwards by what the one line has become.
  const safe = (text: string) => shortText(redactor.text(plainText(redactor.text(inLines(text)))))
  if (!(thrown instanceof AssayError)) {
    const told = safe(foreignText(thrown))
    const message = told === '' ? 'provider failed inside' : `provider failed inside: ${told}`
    return new ProviderError('internal', shortText(message), {...place, cause: thrown, retryable: false})
  }
  const message = safe(thrown.message)
  const options: ErrorOptions = {
    hint: safe(thrown.hint),
    detail: redactor.value(thrown.detail) as NonNullable<ErrorOptions['detail']>,
    issues: redactor.value(thrown.issues) as NonNullable<ErrorOptions['issues']>,
    cause: thrown.cause ?? thrown,
  }
  return rebuilt(thrown, message, {...options, ...place})
}

/** True where another attempt may help: the error says so, or its code or HTTP status is of that kind. */
export function isRepeatable(error: AssayError, statusCodes: readonly number[]): boolean {
  if (!(error instanceof ProviderError) || error instanceof ProviderBudgetExceededError) return false
  const {retryable, statusCode} = error.facts
  if (retryable !== undefined) return retryable
  return statusCode === undefined ? REPEATABLE.includes(error.code) : statusCodes.includes(statusCode)
}

/**
 * True for a caller's mistake that ended a call before anybody was asked, such as a field that a server asks for. A translator is the
 * caller's too, but it comes after the answer.
 */
export function isRefusal(error: unknown): error is AssayError {
  if (!(error instanceof AssayError) || error instanceof ProviderError) return false
  return error.exit === 'usage' && error.code !== 'translator_invalid'
}

/** A provider's error that also says what became of the work elsewhere. */
export function withRemoteWork(error: ProviderError, remoteWork: ProviderErrorOptions['remoteWork']): AssayError {
  const {message, hint, detail, issues, cause} = error
  return rebuilt(error, message, {hint, detail, issues, cause, ...(remoteWork && {remoteWork})})
}

export function violation(message: string, detail: NonNullable<ErrorOptions['detail']> = {}): ProviderError {
  return new ProviderError('contract_violation', message, {detail, retryable: false})
}

function rebuilt(error: AssayError, message: string, options: ProviderErrorOptions): AssayError {
  if (error instanceof ProviderBudgetExceededError)
    return new ProviderBudgetExceededError(message, error, {...error.facts, ...options})
  if (error instanceof ProviderError) return new ProviderError(error.code, message, {...error.facts, ...options})
  if (error instanceof WorldStateError) return new WorldStateError(message, error.origin, options)
  return new AssayError(error.code, message, options)
}

/** A hostile throw may be anything: null, a proxy, an object whose message throws. */
function foreignText(thrown: unknown): string {
  try {
    if (typeof thrown === 'string') return thrown
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : `threw a ${typeof thrown}`
  } catch {
    return 'threw an unreadable value'
  }
}
