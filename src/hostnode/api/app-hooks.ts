import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify'
import {elapsedMs} from '#random/clock'
import type {NodeContext} from '../context/context.ts'
import {ApiFailure} from '../model/api-failure.ts'
import {ACCESS_OF_NOTHING, type Admitted, admit, refuseDraining} from './admission.ts'
import {limitBody} from './body-limit.ts'
import {addFaultHook} from './fault-hook.ts'
import {plainAddress} from './peer-address.ts'
import type {RouteAccess} from './routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess
  }
  interface FastifyRequest {
    admitted: Admitted | undefined
    startedNs: bigint
    /** Access of its route, kept here because fastify builds a whole object of the route on each read of `routeOptions`. */
    access: RouteAccess
    /** URL template of its route. */
    route: string
  }
}

const NO_ROUTE = 'unmatched'

/** Adds what applies to every request whatever its route: its id, admission, log line and metrics. */
export function addHooks(app: FastifyInstance, context: NodeContext): void {
  app.decorateRequest('admitted', undefined)
  app.decorateRequest('startedNs', 0n)
  app.decorateRequest('access')
  app.decorateRequest('route', NO_ROUTE)
  app.addHook('onRequest', (request, reply, done) => {
    request.startedNs = context.time.monotonicNs()
    const {url, config} = request.routeOptions
    request.access = config.access ?? ACCESS_OF_NOTHING
    request.route = url ?? NO_ROUTE
    context.metrics.answers.inFlight++
    reply.header('x-request-id', request.id)
    // Not on `finish`: a caller that hangs up never gets the last byte of a response.
    reply.raw.once('close', () => tell(request, reply, context))
    refuseDraining(request, reply, context)
    done()
  })
  addFaultHook(app, context)
  app.addHook('onRequest', (request, reply, done) => {
    try {
      request.admitted = admit(request, reply, context)
      inviteBody(request, reply)
      if (!request.access.isTransport) limitBody(request, reply, context)
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error('the request was not admitted'))
    }
  })
}

/** Sends `100 Continue` to a caller that waits for it, once the body will be read. Source: RFC 9110, section 10.1.1. */
function inviteBody({headers, access}: FastifyRequest, reply: FastifyReply): void {
  const {expect} = headers
  if (expect === undefined) return
  if (!/^100-continue$/i.test(expect)) throw new ApiFailure('expectation_failed', 'the node meets no such expectation')
  if (!access.isTransport) reply.raw.writeContinue()
}

function tell(request: FastifyRequest, reply: FastifyReply, {metrics, time, log}: NodeContext): void {
  const {method, route} = request
  const {statusCode: status} = reply
  const ms = elapsedMs(time, request.startedNs)
  metrics.answers.inFlight--
  metrics.answers.count({method, route, status}, ms / 1000)
  const caller = request.admitted?.caller
  log.checked('request', {
    request_id: request.id,
    method,
    route,
    status,
    duration_ms: ms,
    address: request.admitted?.address ?? plainAddress(request.ip),
    token_id: caller?.kind === 'token' ? caller.token.id : null,
  })
}
