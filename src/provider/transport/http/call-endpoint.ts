import {collectReply} from '#net/collect-reply'
import type {HttpReply, HttpRequest} from '#net/http-client'
import type {CallContext} from '../../model/provider.ts'
import type {Answered} from './answered.ts'
import {jsonOf} from './json-body.ts'
import {replyFault} from './reply-fault.ts'
import {type HttpService, traceHeaders} from './service.ts'

const MIB = 1024 * 1024

/** `path` starts with a slash and follows the base. `limitBytes` of the reply, 64 MiB unless told. */
export interface EndpointCall {
  readonly method: Exclude<HttpRequest['method'], 'PATCH' | 'PUT'>
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** JSON that is text already, instead of `body`. */
  readonly text?: string
  readonly limitBytes?: number
  /** It changes nothing at the other end. */
  readonly isRead?: boolean
  readonly signal: AbortSignal
}

type Context = Pick<CallContext, 'reached' | 'operationId' | 'traceparent'>

/** One exchange, whatever its status. The terminal event of the operation tells the last one. */
export async function callEndpoint(service: HttpService, call: EndpointCall, context: Context): Promise<HttpReply> {
  const {method, path, signal} = call
  const body = call.text ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
  const url = service.base + path
  context.reached({method, target: url, statusCode: undefined})
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...(body !== undefined && {'content-type': 'application/json'}),
    ...traceHeaders(service, context),
    ...service.headers,
  }
  const request = {method, url, headers, signal, body}
  const reply = await collectReply(service.client, request, call.limitBytes ?? 64 * MIB)
  context.reached({statusCode: reply.status})
  return reply
}

/** The JSON of a good reply. Throws what a bad status, a web page or a body that is no JSON stands for. */
export async function callForJson(service: HttpService, call: EndpointCall, context: Context): Promise<Answered> {
  const reply = await callEndpoint(service, call, context)
  const fault = replyFault(reply, {nowMs: service.nowMs(), isRead: call.isRead ?? call.method === 'GET'})
  if (fault !== undefined) throw fault
  return {value: jsonOf(reply), headers: reply.headers}
}
