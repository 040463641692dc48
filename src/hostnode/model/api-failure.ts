/** Every `error` of a response, with its status. */
export const API_ERRORS = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  validation_error: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  starting: 503,
  draining: 503,
  maintenance: 503,
  quorum_lost: 503,
  busy: 503,
  git_unavailable: 503,
  insufficient_storage: 507,
} as const
export type ApiErrorCode = keyof typeof API_ERRORS

/** A fault in one field of a body or query; never its value. */
export interface FieldIssue {
  readonly field: string
  readonly code: 'required' | 'type' | 'unknown' | 'invalid' | 'too_long' | 'too_short' | 'taken' | 'duplicate'
  readonly message: string
}

/** Optional parts of a failure. */
export interface ApiFailureOptions {
  readonly details?: readonly FieldIssue[]
  readonly headers?: Readonly<Record<string, string>>
  /** Seconds, in the body and as `Retry-After`. */
  readonly retryAfter?: number
  readonly cause?: unknown
}

/** A request that is refused. The message is shown to the caller and repeats nothing of what was sent. */
export class ApiFailure extends Error {
  readonly code: ApiErrorCode
  readonly details: readonly FieldIssue[] | null
  readonly headers: Readonly<Record<string, string>>
  readonly retryAfter: number | undefined

  constructor(code: ApiErrorCode, message: string, options: ApiFailureOptions = {}) {
    super(message, options.cause === undefined ? undefined : {cause: options.cause})
    this.name = 'ApiFailure'
    this.code = code
    this.details = options.details ?? null
    this.retryAfter = options.retryAfter
    this.headers = {...(options.retryAfter && {'retry-after': String(options.retryAfter)}), ...options.headers}
  }

  get status(): number {
    return API_ERRORS[this.code]
  }
}

/** The body of a failure. */
export function errorEnvelope(failure: ApiFailure, requestId: string): Record<string, unknown> {
  return {
    error: failure.code,
    message: failure.message,
    details: failure.details,
    ...(failure.retryAfter !== undefined && {retry_after: failure.retryAfter}),
    request_id: requestId,
  }
}

/** The failure for an object that is unknown, or private and somebody else's: callers must not learn which. */
export function nothingThere(): ApiFailure {
  return new ApiFailure('not_found', 'there is nothing of that name')
}

/** The failure with all faults in the fields of a request at once. */
export function invalidFields(details: readonly FieldIssue[]): ApiFailure {
  return new ApiFailure('validation_error', 'the request has fields that are not acceptable', {details})
}
