import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import type {HostRequest} from '#host/client/host-client'
import type {Site} from '../site/open-site.ts'
import {commandEnd} from '../site/run-command.ts'
import {type ActionContext, type ActionWay, namesOf, textOf} from './action-context.ts'

/** The most that a node takes: a fault ends by itself, also when its drill was killed. */
const FAULT_S = 600

/** Sets a fault of a node as an operator would: by the command of the node, over its socket. */
export const setNodeFault: ActionWay = async (args, context) => {
  if (context.site === undefined) return 'noop'
  const given = isRecord(args['args']) ? args['args'] : {}
  const words = ['set', textOf(args, 'fault'), '--ttl', `${FAULT_S}s`, '--args', JSON.stringify(given)]
  await orderFault(textOf(args, 'server'), words, context.site, context)
  return 'done'
}

/** The faults of a node that is gone are gone with it. */
export const clearNodeFault: ActionWay = async (args, context) => {
  const {site} = context
  const name = textOf(args, 'server')
  if (site === undefined || !site.server(name).isThere()) return 'noop'
  const before = (await orderFault(name, ['list'], site, context)).text.includes(`"${textOf(args, 'fault')}"`)
  if (before) await orderFault(name, ['clear', textOf(args, 'fault')], site, context)
  return before ? 'done' : 'noop'
}

async function orderFault(name: string, words: readonly string[], site: Site, {ports, signal}: ActionContext) {
  const data = site.nodes?.place(name).data ?? ''
  const end = await commandEnd(['hostnode', 'fault', ...words, '--data-dir', data], site, ports, signal)
  if (end.exit !== 0) throw new AssayError('unreachable', `the node ${name} did not take the fault: ${end.text}`)
  return end
}

/** Moves the clock by which alert rules are evaluated, by this much at once. */
export const shiftClock: ActionWay = async (args, {site}) => {
  if (site?.alerts === undefined) return 'noop'
  site.alerts.shiftS += Number(args['by_s'])
  return 'done'
}

/** The time of those who watch goes on from where it would be. */
export const resetClock: ActionWay = async (_, {site}) => {
  if (site?.alerts === undefined || site.alerts.shiftS === 0) return 'noop'
  site.alerts.shiftS = 0
  return 'done'
}

/** A command line that somebody on call types. It changes nothing that the drill would have to undo: it is for answers. */
export const runCommand: ActionWay = async (args, {site, ports, signal}) => {
  if (site === undefined) return 'noop'
  const {exit} = await commandEnd(namesOf(args, 'argv'), site, ports, signal)
  if (exit !== 0) throw new AssayError('unreachable', `the command ended with ${exit}`)
  return 'done'
}

/** A request that somebody on call sends. */
export const callNode: ActionWay = async (args, {site, signal}) => {
  if (site?.nodes === undefined) return 'noop'
  const method = textOf(args, 'method') as NonNullable<HostRequest['method']>
  const request = {method, path: textOf(args, 'path'), body: args['body']}
  const {status} = await site.nodes.ask(textOf(args, 'server'), request, signal)
  if (status >= 400) throw new AssayError('unreachable', `the node answered ${status}`)
  return 'done'
}

/** Requests at the same time, unless the action says so. */
const AT_ONCE = 20

/** Sends this many requests, with other credentials if the action says so. The node forgets them by itself, so the drill has nothing to undo. */
export const stormNode: ActionWay = async (args, {site, signal}) => {
  const {nodes} = site ?? {}
  if (nodes === undefined) return 'noop'
  const own = args['as'] === undefined ? {} : {authorization: ['Bearer', textOf(args, 'as')].join(' ')}
  const method = (args['method'] ?? 'GET') as NonNullable<HostRequest['method']>
  const request = {method, path: textOf(args, 'path'), isRateWanted: true, ...own}
  const send = (within: AbortSignal) => nodes.ask(textOf(args, 'server'), request, within)
  const ref = String(args['ref'] ?? 'storm')
  const many = {times: Number(args['times']), atOnce: Number(args['at_once'] ?? AT_ONCE)}
  if (args['beside'] === true) nodes.storms.start(ref, send, many)
  else await nodes.storms.run(ref, () => send(signal), many, signal)
  return 'done'
}
