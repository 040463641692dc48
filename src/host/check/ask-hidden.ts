import {errorTextOf} from '../client/host-client.ts'
import type {CheckContext} from './check.ts'
import {hooksPath} from './repository.ts'

/** Services hide a repository from a token that lacks a scope as if it were gone, and refuse what is below it by name: then that is added to the words of a loss. */
export async function askHidden({front, signal}: CheckContext, fullName: string): Promise<string> {
  const [owner = '', name = ''] = fullName.split('/')
  const reply = await front.client.ask({path: hooksPath(owner, name)}, signal)
  return reply.status === 403 ? `; asking for webhooks of ${fullName} is answered 403: ${errorTextOf(reply)}` : ''
}
