import {AssayError} from '#error/assay-error'
import {sleep} from '#random/timers'
import {type ActionWay, textOf} from './action-context.ts'

const LOOK_AGAIN_MS = 20

/** Asks a server to end, once the same so many requests or more have been at work in it for `held_ms`, and does not wait until it has. */
export const stopServer: ActionWay = async (args, {site, ports, signal}) => {
  if (site === undefined) return 'noop'
  const id = textOf(args, 'server')
  const identity = site.identityOf(id)
  const least = Number(args['in_flight'] ?? 0)
  const atWork = async () => Number((await site.server(id).ask('seen', {}, signal))['in_flight'] ?? 0)
  const held = Number(args['held_ms'] ?? 0)
  for (let since = ports.clock.nowMs(); least > 0 && ports.clock.nowMs() - since < held; ) {
    await sleep(ports.clock, LOOK_AGAIN_MS, signal)
    if ((await atWork()) < least) since = ports.clock.nowMs()
  }
  if (!ports.neighbours.signal(identity, 'SIGTERM'))
    throw new AssayError('unreachable', `the server ${id} was gone already`)
  return 'done'
}

/** Waits until a server that was asked to end has done so. */
export const waitEnded: ActionWay = async (args, {site, ports, signal}) => {
  if (site === undefined) return 'noop'
  const server = site.server(textOf(args, 'server'))
  while (server.isThere()) await sleep(ports.clock, LOOK_AGAIN_MS, signal)
  return 'done'
}
