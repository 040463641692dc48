import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify'
import {isRecord} from '#contract/is-record'
import {type FieldIssue, invalidFields, nothingThere} from '../model/api-failure.ts'
import {type ApiCall, JsonText, type NodeRoute} from './routes.ts'

/** Registers a route of the table with fastify. */
export function addRoute(app: FastifyInstance, {method, url, access, status = 200, answer}: NodeRoute): void {
  app.route({
    method,
    url,
    config: {access},
    handler: (request, reply) => {
      reply.code(status)
      const send = (body: unknown) => sendBody(reply, body)
      const body = answer(callOf(request, reply))
      return body instanceof Promise ? body.then(send) : send(body)
    },
  })
}

function sendBody(reply: FastifyReply, body: unknown): FastifyReply {
  if (body === undefined) return reply.code(204).send()
  return reply.type('application/json; charset=utf-8').send(body instanceof JsonText ? body.text : JSON.stringify(body))
}

function callOf(request: FastifyRequest, reply: FastifyReply): ApiCall {
  const {admitted} = request
  if (admitted === undefined) throw new Error('a handler was reached without admission')
  // The URL as requested, before `rewriteUrl`: links in responses are made of it.
  const target = request.originalUrl
  const end = target.indexOf('?')
  return {
    caller: admitted.caller,
    address: admitted.address,
    requestId: request.id,
    target,
    path: end < 0 ? target : target.slice(0, end),
    params: paramsOf(request.params),
    query: queryOf(request.query),
    body: request.body,
    setHeader: (name, value) => void reply.header(name, value),
    setStatus: (status) => void reply.code(status),
  }
}

/** Path parameters, decoded once. Throws `not_found` for a value that could act as a path of its own. */
function paramsOf(params: unknown): Record<string, string> {
  const entries = isRecord(params) ? Object.entries(params) : []
  if (entries.length === 0) return {}
  const texts = entries.map(([name, value]) => [name, String(value)] as const)
  if (texts.some(([, value]) => value === '' || value === '.' || value === '..' || /[/\\\0]/.test(value)))
    throw nothingThere()
  return Object.fromEntries(texts)
}

function queryOf(query: unknown): Record<string, string> {
  const entries = isRecord(query) ? Object.entries(query) : []
  if (entries.length === 0) return {}
  const twice = entries.filter(([, value]) => typeof value !== 'string')
  const issues = twice.map(([name]): FieldIssue => ({field: shown(name), code: 'duplicate', message: 'is given twice'}))
  if (issues.length > 0) throw invalidFields(issues)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** The name of a query parameter if it may be repeated in a response, otherwise an empty text: a caller may send anything as a name. */
function shown(name: string): string {
  return /^[a-z_]{1,32}$/.test(name) ? name : ''
}
