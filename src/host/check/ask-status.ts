import {isRecord} from '#contract/is-record'
import {isOk} from '../client/host-client.ts'
import type {CheckContext, NodeSide} from './check.ts'

const PATHS = ['/api/node/status', '/health/ready'] as const

/** What a node says of itself, from the first of its two pages that holds what `read` looks for; undefined where neither does. */
export async function askStatus<Value>(
  {signal}: Pick<CheckContext, 'signal'>,
  {client, open}: Pick<NodeSide, 'client' | 'open'>,
  read: (document: unknown) => Value | undefined,
): Promise<Value | undefined> {
  for (const path of PATHS) {
    let reply = await open.ask({path}, signal)
    if (reply.status === 401 || reply.status === 403) reply = await client.ask({path}, signal)
    const value = isOk(reply) && isRecord(reply.json) ? read(reply.json) : undefined
    if (value !== undefined) return value
  }
  return undefined
}
