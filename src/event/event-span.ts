import type {ProviderEvent} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {statusClass} from './status-class.ts'

/** An event as a span: name, true times in milliseconds since 1970, bounded attributes. */
export interface EventSpan {
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly isError: boolean
  readonly message: string | undefined
}

const FIELDS = [
  'provider',
  'capability',
  'operation',
  'operation_id',
  'phase',
  'attempt',
  'max_attempts',
  'duration_ms',
  'method',
  'message',
  'run_id',
  'request_id',
  'artifact_id',
  'input_digest',
] as const satisfies readonly (keyof ProviderEvent)[]
const HTTP = ['GET', 'POST', 'DELETE']
const MOST_METADATA = 4096

/** The timestamp of an event is its end, so the span began its duration before. */
export function eventSpan(event: Readonly<ProviderEvent>): EventSpan {
  const {provider, operation, phase, timestamp, duration_ms, message} = event
  const endMs = Date.parse(timestamp)
  return {
    name: `assay.provider.${provider}.${operation}.${phase}`,
    startMs: endMs - duration_ms,
    endMs,
    attributes: attributesOf(event),
    isError: phase === 'failure' || phase === 'budget_exceeded',
    message,
  }
}

function attributesOf(event: Readonly<ProviderEvent>): Record<string, string | number> {
  const {method, status_code, target, metadata} = event
  const own = FIELDS.flatMap((field) => {
    const value = event[field]
    return value === undefined || value === null ? [] : [[`assay.${field}`, value] as const]
  })
  return {
    ...Object.fromEntries(own),
    'assay.status_class': statusClass(event),
    'assay.metadata_json': cutText(JSON.stringify(metadata), MOST_METADATA),
    ...(method !== undefined && HTTP.includes(method) && {'http.request.method': method}),
    ...(status_code !== undefined && {'http.response.status_code': status_code}),
    ...(target !== undefined && {'url.full': target}),
  }
}
