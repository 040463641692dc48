import {parseIp} from '#net/ip'
import {NO_METHOD} from '../context/answer-counts.ts'
import type {NodeContext} from '../context/context.ts'
import {ApiFailure, errorEnvelope} from '../model/api-failure.ts'
import type {RefuseCaller} from '../model/listening.ts'
import {requestIdOf} from './request-id.ts'

const NOWHERE = 'unmatched'

/**
 * Answers to what arrives on a connection and is not a valid request: the one form of failure, an id, and nothing of what was sent. Each is
 * counted and logged as other requests are.
 */
export function refusals({entropy, metrics, log}: Pick<NodeContext, 'entropy' | 'metrics' | 'log'>): RefuseCaller {
  return (code, message, {requestId, address, cause}) => {
    const failure = new ApiFailure(code, message)
    const {status} = failure
    const id = requestIdOf(requestId, entropy)
    metrics.answers.count({method: NO_METHOD, route: NOWHERE, status})
    const from = address !== undefined && parseIp(address) !== undefined ? address : null
    log.checked('request refused', {
      request_id: id,
      status,
      error: code,
      reason: message,
      cause: cause ?? null,
      address: from,
    })
    const body = JSON.stringify(errorEnvelope(failure, id))
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'x-request-id': id,
      connection: 'close',
    }
    return {status, headers, body}
  }
}
