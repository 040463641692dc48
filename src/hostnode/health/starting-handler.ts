import {requestIdOf} from '../api/request-id.ts'
import type {NodeContext} from '../context/context.ts'
import {ApiFailure, errorEnvelope} from '../model/api-failure.ts'
import type {RequestHandler} from '../model/listening.ts'
import {uptimeSeconds} from './health-checks.ts'

const RETRY_S = 1

/**
 * Responses of a node that is starting: it is alive, it is not ready, and everything else gets `starting`. So a long migration is no reason to
 * kill it.
 */
export function startingHandler(node: Pick<NodeContext, 'time' | 'state' | 'release' | 'entropy'>): RequestHandler {
  return (request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/s, '').replace(/\/$/, '')
    const id = requestIdOf(request.headers['x-request-id'], node.entropy)
    const send = (status: number, body: unknown) => {
      const headers = {'content-type': 'application/json; charset=utf-8', 'x-request-id': id}
      const retry = status === 503 ? {'retry-after': String(RETRY_S)} : {}
      // Closes the connection: a body still being sent is not read.
      response.writeHead(status, {...headers, ...retry, connection: 'close'}).end(JSON.stringify(body))
    }
    if (path === '/health/live') return send(200, {status: 'up', uptime_seconds: uptimeSeconds(node)})
    if (/^\/health(\/ready|\/startup)?$/.test(path))
      return send(503, {status: 'down', reason: 'starting', version: node.release.version, checks: {}})
    send(503, errorEnvelope(new ApiFailure('starting', 'the node is starting', {retryAfter: RETRY_S}), id))
  }
}
