import {type ActionWay, namesOf, textOf} from './action-context.ts'

/** Users begin to ask each of these servers, at the same pace. */
export const startTraffic: ActionWay = async (args, {site}) => {
  const {nodes} = site ?? {}
  if (nodes === undefined) return 'noop'
  const request = {path: textOf(args, 'path')}
  const servers = namesOf(args, 'servers').map((name) => (signal: AbortSignal) => nodes.ask(name, request, signal))
  nodes.traffic.start(textOf(args, 'as'), servers, Number(args['every_ms']))
  return 'done'
}

export const stopTraffic: ActionWay = async (args, {site}) => {
  const wasRunning = (await site?.nodes?.traffic.stop(textOf(args, 'as'))) ?? false
  return wasRunning ? 'done' : 'noop'
}
