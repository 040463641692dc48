import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {cameText} from '../client/answer-text.ts'
import {type HostReply, isAway, isOk} from '../client/host-client.ts'
import {tellsNode} from '../model/status-values.ts'
import type {CheckContext, NodeSide} from './check.ts'

const STATUS = '/api/node/status'
const PATHS = [STATUS, '/health/ready'] as const
/** A service need not have a page of its status. Anything but this says that it has one. */
const ABSENT = 404

type Asking = Pick<CheckContext, 'signal'>
type Side = Pick<NodeSide, 'client' | 'open' | 'hasToken'>

/** A page, and whether it was asked twice, for who stands before the service did not reach it. */
interface Page {
  readonly reply: HostReply
  readonly isTwice: boolean
}

/**
 * What a node says of itself, from the first of its two pages that holds what `read` looks for; undefined where neither does. Throws `wrong_service` where none does and
 * something else came in place of its status, and `unauthorized` where that wants a token and we have none.
 */
export async function askStatus<Value>(
  asking: Asking,
  side: Side,
  read: (document: unknown) => Value | undefined,
): Promise<Value | undefined> {
  const {value, fault} = await lookAtPages(asking, side, read)
  if (value === undefined && fault !== undefined) throw fault
  return value
}

/** For who only holds it against something else: undefined as well where something else came in place of the status. */
export async function glanceAtStatus<Value>(
  asking: Asking,
  side: Side,
  read: (document: unknown) => Value | undefined,
): Promise<Value | undefined> {
  return (await lookAtPages(asking, side, read)).value
}

/** What came instead of something that a node told before. */
export async function cameForStatus(asking: Asking, side: Side): Promise<string> {
  const {reply, isTwice} = await askPage(asking, side, STATUS)
  const lacks = isOk(reply) && isRecord(reply.json) ? ' without it' : ''
  return `${STATUS} ${cameText(reply, isTwice)}${lacks}`
}

async function lookAtPages<Value>(
  asking: Asking,
  side: Side,
  read: (document: unknown) => Value | undefined,
): Promise<{readonly value: Value | undefined; readonly fault?: AssayError | undefined}> {
  let fault: AssayError | undefined
  for (const path of PATHS) {
    const page = await askPage(asking, side, path)
    const {reply} = page
    const value = isOk(reply) && isRecord(reply.json) ? read(reply.json) : undefined
    if (value !== undefined) return {value}
    if (path === STATUS) fault = faultOf(page, side)
  }
  return {value: undefined, fault}
}

async function askPage({signal}: Asking, {client, open}: Side, path: string): Promise<Page> {
  const first = await open.ask({path}, signal)
  const again = isAway(first) ? await open.ask({path}, signal) : undefined
  const reply = again ?? first
  if (reply.status === 401 || reply.status === 403) return {reply: await client.ask({path}, signal), isTwice: false}
  return {reply, isTwice: again !== undefined && isAway(again)}
}

/** Why this is no status of a node; undefined where it is one, or the service has none. */
function faultOf({reply, isTwice}: Page, {hasToken}: Side): AssayError | undefined {
  const {status, json} = reply
  if (status === ABSENT) return undefined
  const came = `${STATUS} ${cameText(reply, isTwice)}`
  if (status === 401 && !hasToken)
    return new AssayError('unauthorized', `${came}, and the target names no token`, {detail: {has_token: false}})
  if (!isOk(reply) || !isRecord(json)) return new AssayError('wrong_service', came)
  return tellsNode(json)
    ? undefined
    : new AssayError('wrong_service', `${came} with an object that tells nothing of a node`)
}
