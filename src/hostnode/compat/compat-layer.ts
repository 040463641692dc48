import type {FastifyInstance, FastifyReply} from 'fastify'
import {ApiFailure} from '../model/api-failure.ts'
import {COMPAT_SHAPES, type CompatShape} from '../model/compat-names.ts'
import {isAbsent} from './compat-requests.ts'
import {COMPAT_ANSWERS, type CompatAnswer} from './compat-shapes.ts'

/** Reshapes all JSON responses of an app for the shapes of other services; git and metrics stay as they are. To be called before routes are added. */
export function addCompat(app: FastifyInstance, shapes: ReadonlySet<CompatShape>): void {
  if (shapes.size === 0) return
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isAbsent(request.method, request.url, shapes)) return done()
    done(new ApiFailure('method_not_allowed', 'repositories are not deleted here', {headers: {allow: 'GET, HEAD'}}))
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (typeof payload !== 'string' || !isJson(reply)) return done(null, payload)
    const headers = new Map(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
    const answer = reshaped({status: reply.statusCode, headers, body: JSON.parse(payload)}, shapes)
    for (const name of headers.keys()) if (!answer.headers.has(name)) reply.removeHeader(name)
    for (const [name, value] of answer.headers) reply.header(name, value)
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    reply.header('content-length', Buffer.byteLength(text))
    done(null, text)
  })
}

function reshaped(answer: CompatAnswer, shapes: ReadonlySet<CompatShape>): CompatAnswer {
  return COMPAT_SHAPES.reduce((so, shape) => (shapes.has(shape) ? (COMPAT_ANSWERS[shape]?.(so) ?? so) : so), answer)
}

function isJson(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type') ?? '').startsWith('application/json')
}
