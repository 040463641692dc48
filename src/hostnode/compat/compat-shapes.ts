import {isRecord} from '#contract/is-record'
import type {CompatShape} from '../model/compat-names.ts'
import {parseInstant} from '../model/instants.ts'
import {idNumber, isObjectId} from './compat-ids.ts'

/** A response about to be sent. */
export interface CompatAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  /** JSON, or text if a shape turned it into text. */
  readonly body: unknown
}

/** What one shape makes of a response. Shapes that change requests are in `compat-requests.ts`. */
type Reshape = (answer: CompatAnswer) => CompatAnswer

const RATE = /^x-ratelimit-/i

export const COMPAT_ANSWERS: Readonly<Partial<Record<CompatShape, Reshape>>> = {
  'bare-lists': inBody((body) => (isRecord(body) && isList(body) ? body['items'] : body)),
  'int-ids': inEach((key, value) => [key, /^id$|_id$/.test(key) && isObjectId(value) ? idNumber(value) : value]),
  'unix-times': inEach((key, value) => [key, key.endsWith('_at') ? unixTime(value) : value]),
  'snake-scopes': inEach((key, value) => [
    key,
    key === 'scopes' && Array.isArray(value) ? value.map(snakeScope) : value,
  ]),
  'finalized-height': inEach((key, value) => [key === 'block_height' ? 'finalized_height' : key, value]),
  'is-leader': inBody((body) => {
    if (!isRecord(body) || !('role' in body)) return body
    const {role, leader: _, ...rest} = body
    return {...rest, is_leader: role === 'leader'}
  }),
  'omit-null': inEach((key, value) => (value === null ? undefined : [key, value])),
  'no-rate-headers': (answer) => ({
    ...answer,
    headers: new Map([...answer.headers].filter(([name]) => !RATE.test(name))),
  }),
  'message-envelope': ofFailure((answer, {message, details, retry_after}) => ({
    ...answer,
    body: {message, ...(Array.isArray(details) && {errors: details}), ...(retry_after !== undefined && {retry_after})},
  })),
  'text-errors': ofFailure((answer, {message}) => ({
    ...answer,
    headers: new Map([...answer.headers, ['content-type', 'text/plain; charset=utf-8']]),
    body: String(message),
  })),
}

function inBody(change: (body: unknown) => unknown): Reshape {
  return (answer) => ({...answer, body: change(answer.body)})
}

type EntryChange = (key: string, value: unknown) => readonly [string, unknown] | undefined

/** Applies a change to every entry of every object; undefined removes the entry. */
function inEach(change: EntryChange): Reshape {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (!isRecord(value)) return value
    const entries = Object.entries(value).flatMap(([key, one]) => {
      const changed = change(key, one)
      return changed === undefined ? [] : [[changed[0], walk(changed[1])] as const]
    })
    return Object.fromEntries(entries)
  }
  return inBody(walk)
}

function ofFailure(change: (answer: CompatAnswer, body: Readonly<Record<string, unknown>>) => CompatAnswer): Reshape {
  return (answer) => {
    const {body, status} = answer
    return status >= 400 && isRecord(body) && 'message' in body ? change(answer, body) : answer
  }
}

function isList(body: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(body['items']) && 'total_pages' in body
}

function unixTime(value: unknown): unknown {
  const atMs = typeof value === 'string' ? parseInstant(value) : undefined
  return atMs === undefined ? value : Math.floor(atMs / 1000)
}

function snakeScope(scope: unknown): unknown {
  return typeof scope === 'string' ? scope.replace(':', '_') : scope
}
