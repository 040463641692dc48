import {type ActionWay, textOf} from './action-context.ts'
import {waitAsked} from './wait-asked.ts'

/** From now on the server misbehaves by the script. A script that it could never play is refused. */
export const setFault: ActionWay = async (args, {site, ports, signal}) => {
  if (site === undefined) return 'noop'
  await waitAsked(args, {site, ports, signal})
  await site.server(textOf(args, 'server')).ask('play', {script: args['script']}, signal)
  return 'done'
}

/** A server that is gone misbehaves no more. */
export const clearFault: ActionWay = async (args, {site, signal}) => {
  const server = site?.server(textOf(args, 'server'))
  if (server === undefined || !server.isThere()) return 'noop'
  const {steps_before: before} = await server.ask('play', {script: []}, signal)
  return before === 0 ? 'noop' : 'done'
}
