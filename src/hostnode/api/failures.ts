import type {FastifyReply, FastifyRequest} from 'fastify'
import type {NodeContext} from '../context/context.ts'
import {type ApiErrorCode, ApiFailure, errorEnvelope, nothingThere} from '../model/api-failure.ts'
import {isOutOfRoom} from '../store/store-faults.ts'

/** What fastify refuses by itself, and the failure we answer with. Source: https://fastify.dev/docs/latest/Reference/Errors/ */
const FRAMEWORK: Readonly<Record<string, readonly [ApiErrorCode, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'the body must be application/json'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'the body is larger than 1 MiB'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'the body is not as long as it was said to be'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['bad_request', 'the body is empty'],
  FST_ERR_BAD_URL: ['not_found', 'there is nothing of that name'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'there is nothing of that name'],
}
const FULL_RETRY_S = 10
const GIT_RETRY_S = 30

/** Turns anything thrown into a failure to answer with. Unforeseen errors reveal nothing about themselves. */
export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  if (isOutOfRoom(error))
    return new ApiFailure('insufficient_storage', 'the node has no room to write', {
      retryAfter: FULL_RETRY_S,
      cause: error,
    })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'node_git_missing')
    return new ApiFailure('git_unavailable', 'the node has no git', {retryAfter: GIT_RETRY_S, cause: error})
  const known = Object.hasOwn(FRAMEWORK, code) ? FRAMEWORK[code] : undefined
  if (known !== undefined) return new ApiFailure(...known)
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 404) return nothingThere()
  if (status >= 400 && status < 500) return new ApiFailure('bad_request', 'the request is malformed', {cause: error})
  return new ApiFailure('internal_error', 'the node failed; its log says more', {cause: error})
}

/** Answers a request with a failure in its one form. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, {log}: NodeContext): void {
  const failure = failureOf(error)
  if (failure.status >= 500 && failure.cause !== undefined)
    log.failure('request failed', failure.cause, {request_id: request.id, status: failure.status})
  // The caller may or may not send the body that was not asked for, so the connection cannot be used again.
  if (request.headers.expect !== undefined) reply.header('connection', 'close')
  void reply
    .code(failure.status)
    .headers({'x-request-id': request.id, ...failure.headers})
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorEnvelope(failure, request.id)))
}
