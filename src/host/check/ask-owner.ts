import {isOk} from '../client/host-client.ts'
import type {CheckContext} from './check.ts'
import {userIn} from './repository.ts'

/** The user of our token, asked once; undefined where the host does not tell. */
export async function askOwner({front, notes, signal}: CheckContext): Promise<string | undefined> {
  if (notes.owner !== undefined) return notes.owner
  const reply = await front.client.ask({path: '/api/user'}, signal)
  const owner = isOk(reply) ? userIn(reply.json)?.value : undefined
  if (owner !== undefined) notes.owner = owner
  return owner
}
