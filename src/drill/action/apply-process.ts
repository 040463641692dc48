import {AssayError} from '#error/assay-error'
import {sleep} from '#random/timers'
import {type ActionWay, textOf} from './action-context.ts'
import {waitAsked} from './wait-asked.ts'

const LOOK_AGAIN_MS = 20

/** Ends a server with a signal, once it was asked so many times more; done when the process is gone. */
export const killServer: ActionWay = async (args, {site, ports, signal}) => {
  if (site === undefined) return 'noop'
  const id = textOf(args, 'server')
  await waitAsked(args, {site, ports, signal})
  const identity = site.identityOf(id)
  const name = args['signal'] === 'TERM' ? 'SIGTERM' : 'SIGKILL'
  if (!ports.neighbours.signal(identity, name)) throw new AssayError('unreachable', `the server ${id} was gone already`)
  while (ports.processes.startOf(identity.pid) === identity.start) await sleep(ports.clock, LOOK_AGAIN_MS, signal)
  return 'done'
}

/** Starts a server that has ended; it answers when this is done. */
export const startServer: ActionWay = async (args, {site, signal}) => {
  if (site === undefined) return 'noop'
  const id = textOf(args, 'server')
  const {pid} = site.server(id).hello
  if (site.server(id).isThere() && site.identityOf(id).start !== 'gone') return 'noop'
  await site.startServer(id)
  await site.server(id).ask('seen', {}, signal)
  if (site.server(id).hello.pid === pid) throw new AssayError('unreachable', `the server ${id} did not start anew`)
  return 'done'
}
