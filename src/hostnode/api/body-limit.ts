import type {FastifyReply, FastifyRequest} from 'fastify'
import type {NodeContext} from '../context/context.ts'
import {ApiFailure} from '../model/api-failure.ts'
import {sendFailure} from './failures.ts'

/** Refuses a request whose body is not complete in time, however slowly its bytes drip. Streams have limits of their own. */
export function limitBody(request: FastifyRequest, reply: FastifyReply, context: NodeContext): void {
  const {'content-length': length = '0', 'transfer-encoding': coding} = request.headers
  if (length === '0' && coding === undefined) return
  const cancel = context.time.after(context.settings.idleTimeoutMs, () => {
    if (request.raw.complete || reply.sent) return
    reply.header('connection', 'close')
    sendFailure(new ApiFailure('timeout', 'the body did not come in time'), request, reply, context)
  })
  for (const stream of [request.raw, reply.raw]) stream.once('close', cancel)
}
