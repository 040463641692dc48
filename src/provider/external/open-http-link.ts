import {violation} from '../model/provider-fault.ts'
import {callEndpoint} from '../transport/http/call-endpoint.ts'
import type {ClientNeeds, HttpPorts} from '../transport/http/http-ports.ts'
import {jsonOf} from '../transport/http/json-body.ts'
import {replyFault} from '../transport/http/reply-fault.ts'
import {baseOf, type HttpService} from '../transport/http/service.ts'
import type {ExternalLink} from './external-link.ts'
import {envelopeOf, MOST_MESSAGE_BYTES, requestText, resultOf} from './message.ts'

export interface HttpPlace {
  readonly url: string
  readonly token?: string | undefined
  readonly policy: ClientNeeds['policy']
}

/** A link that sends the envelopes of the protocol over HTTP: `POST {base}/v1/{op}`, `GET` for hello and health. */
export function openHttpLink({url, token, policy}: HttpPlace, ports: HttpPorts): ExternalLink {
  const needs = {policy, hasCredentials: token !== undefined}
  const service: HttpService = {
    client: ports.client(needs),
    base: baseOf(url),
    headers: token === undefined ? {} : {authorization: `Bearer ${token}`},
    isTraced: true,
    nowMs: ports.nowMs,
  }
  let asked = 0
  return {
    ask: async ({op, input, signal, deadlineMs}, context) => {
      const isRead = op === 'hello' || op === 'health'
      const id = String(++asked)
      const text = isRead ? {} : {text: requestText({id, op, deadlineMs, input})}
      const method = isRead ? 'GET' : 'POST'
      const call = {method, path: `/v1/${op}`, signal, limitBytes: MOST_MESSAGE_BYTES, isRead, ...text} as const
      const reply = await callEndpoint(service, call, context)
      const fault = replyFault(reply, {nowMs: service.nowMs(), isRead})
      if (fault !== undefined) throw fault
      const {id: answered, envelope} = envelopeOf(jsonOf(reply), !isRead)
      if (!isRead && answered !== id) throw violation('a reply is for another request')
      return resultOf(envelope)
    },
    reach: (signal) => ports.reach(service.base, needs, signal),
    close: () => service.client.close(),
  }
}
