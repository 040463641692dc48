import {AssayError} from '#error/assay-error'
import {deadline} from '#random/timers'
import {isOk} from '../client/host-client.ts'
import type {CheckContext} from './check.ts'
import {listOurs} from './list-ours.ts'

/** Whoever has interrupted a run waits for no more. */
const MOST_MS = 10_000

/**
 * Takes away what this run made and had no time to take away itself: a check that is interrupted ends where it stands. Its signal has ended, so there is
 * one of its own. Settles with why something may be left; undefined where nothing is.
 */
export async function removeOwn(interrupted: CheckContext): Promise<string | undefined> {
  using limit = deadline(interrupted.time, MOST_MS, () => new AssayError('timeout', 'the host did not answer in time'))
  const context = {...interrupted, signal: limit.signal}
  try {
    const {found, problem} = await listOurs(context)
    const refused: number[] = []
    for (const {path} of found.filter(({name}) => name.startsWith(context.prefix))) {
      const reply = await context.front.client.ask({method: 'DELETE', path}, limit.signal)
      if (!isOk(reply) && reply.status !== 404) refused.push(reply.status)
    }
    return refused.length > 0 ? `deleting is answered ${refused.join(', ')}` : problem
  } catch (error) {
    if (error instanceof AssayError) return error.message
    throw error
  }
}
