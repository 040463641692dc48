import {record} from '#contract/json'
import {longestChanged, withNan} from './bent-json.ts'
import type {FaultName, FaultOptions} from './fault-step.ts'

/** A reply as a model server makes it: JSON, or bytes of a media type. */
export interface ServiceReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly bytes?: Uint8Array
  readonly mediaType?: string
}

const PAGE = '<!doctype html><html><head><title>Sign in</title></head><body>Sign in to go on</body></html>'

export const html = (status: number): ServiceReply => ({status, bytes: Buffer.from(PAGE), mediaType: 'text/html'})
const text = (status: number, body: string, mediaType = 'application/json'): ServiceReply => ({
  status,
  bytes: Buffer.from(body),
  mediaType,
})

/** A good reply, made wrong by the fault; undefined for faults of the connection, which are not of the reply. */
export function bentReply(fault: FaultName, good: ServiceReply, options: FaultOptions): ServiceReply | undefined {
  const said = options.text ?? 'model fell over'
  switch (fault) {
    case 'status':
      return {status: options.status ?? 500, json: {error: said}, headers: retryAfter(options)}
    case 'rate_limit':
      return {status: 429, json: {error: 'slow down'}, headers: retryAfter({seconds: 1, ...options})}
    case 'busy':
    case 'unavailable_then_ok':
      return {status: 503, json: {error: 'busy'}, headers: retryAfter(options)}
    case 'unauthorized':
      return {status: 401, json: {error: 'bad token'}}
    case 'wrong_service':
      return html(options.status ?? 200)
    case 'redirect':
      return {status: 302, headers: {location: options.location ?? 'http://169.254.169.254/latest/meta-data'}}
    case 'in_band_error':
      return {status: 200, json: {error: said, status: 'error'}}
    case 'empty_error':
      return {status: 200, json: {error: ''}}
    case 'error_body_200':
      return text(200, '"error"')
    case 'echo_secret':
      return {status: 500, json: {error: said}, headers: {'x-echo': said.replace(/[^ -~]/g, ' ')}}
    case 'not_json':
      return text(200, '{"actions": [1, 2')
    case 'nan':
      return text(200, withNan(good.json ?? {value: 1}))
    case 'wrong_count':
      return {...good, json: longestChanged(good.json, oneLess)}
    case 'wrong_shape':
      return {...good, json: longestChanged(good.json, (list) => [list])}
    case 'object_dtype':
      return text(200, JSON.stringify(good.json).replace(/"dtype":"[^"]*"/g, '"dtype":"|O"'))
    case 'huge_reply':
      if (good.bytes !== undefined) return undefined
      return {
        status: 200,
        bytes: new Uint8Array(options.bytes ?? 65 * 1024 * 1024).fill(32),
        mediaType: 'application/json',
      }
    case 'expired_artifact':
      return {status: 403, json: {error: 'expired'}}
    case 'private_artifact_url':
      return {...good, json: {...fieldsOf(good), output: [options.location ?? 'http://169.254.169.254/x.mp4']}}
    case 'task_stuck':
      return {...good, json: {...fieldsOf(good), status: 'RUNNING', output: undefined}}
    case 'task_failed':
      return {...good, json: {...fieldsOf(good), status: 'FAILED', failureCode: 'SAFETY.INPUT.TEXT', output: undefined}}
    case 'cost_overrun':
      return {...good, json: {...fieldsOf(good), estimatedCost: {credits: 100_000}}}
    case 'delete_fails':
      return {status: 500, json: {error: said}}
    case 'wrong_media_type':
      return {...good, mediaType: 'text/plain'}
    default:
      return undefined
  }
}

function fieldsOf({json}: ServiceReply): object {
  return record(json) ?? {}
}

function retryAfter({seconds}: FaultOptions): Record<string, string> {
  return seconds === undefined ? {} : {'retry-after': String(seconds)}
}

/** One entry less in the list, or none in its first row: how many rows there are is a server's own choice. */
function oneLess([first, ...rest]: readonly unknown[]): unknown[] {
  return typeof first === 'object' ? [[], ...rest] : rest
}
