import {sleep} from '#random/timers'
import type {Site} from '../site/open-site.ts'
import {type ActionArgs, type ActionContext, textOf} from './action-context.ts'

const LOOK_AGAIN_MS = 20

/** Waits until the server was asked as many times more as the action says, so that something is in the middle of its work. */
export async function waitAsked(
  args: ActionArgs,
  {site, ports, signal}: Pick<ActionContext, 'ports' | 'signal'> & {readonly site: Site},
): Promise<void> {
  const more = Number(args['after_requests'] ?? 0)
  if (more === 0) return
  const asked = async () => Number((await site.server(textOf(args, 'server')).ask('seen', {}, signal))['requests'])
  const least = (await asked()) + more
  while ((await asked()) < least) await sleep(ports.clock, LOOK_AGAIN_MS, signal)
}
