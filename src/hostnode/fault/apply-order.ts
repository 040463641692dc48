import {timestamp} from '#random/clock'
import {type NodeFault, type NodeFaultName, namesArg} from '../model/fault-forms.ts'
import {type FaultOrder, type FaultRefusal, faultOrder, isOrderRefusal, refuseOrder} from '../model/fault-orders.ts'
import type {ActiveFault, FaultTable} from './fault-table.ts'
import {isOn} from './route-faults.ts'

/** Faults that need a member of a network. */
const OF_NETWORKS: readonly NodeFaultName[] = ['freeze_sync', 'bad_state_root', 'partition', 'peer_delay']

/** What carrying out an order needs. */
export interface FaultDesk {
  readonly faults: FaultTable
  /** Names of all validators of its network; undefined where the node stands alone. */
  readonly members: readonly string[] | undefined
  /** Templates of the routes; undefined until they are known. */
  readonly routes: () => readonly {readonly method: string; readonly route: string}[] | undefined
  /** Saves faults for the next start. */
  readonly keep: () => Promise<void>
}

/** Carries out one line of the control socket, or refuses it; returns the response as a line. */
export async function applyOrder(line: Uint8Array, desk: FaultDesk): Promise<string> {
  const order = faultOrder(line)
  const answer = isOrderRefusal(order) ? order : obey(order, desk)
  if ('error' in answer) return JSON.stringify({ok: false, ...answer})
  if (!isOrderRefusal(order) && order.op !== 'list') await desk.keep()
  return JSON.stringify({ok: true, ...answer})
}

function obey(order: FaultOrder, desk: FaultDesk): Record<string, unknown> | FaultRefusal {
  const {faults} = desk
  if (order.op === 'clear') return {cleared: faults.clear(order.fault)}
  if (order.op === 'list') return {faults: faults.list().map(faultView)}
  const useless = uselessness(order, desk)
  if (useless !== undefined) return refuseOrder('invalid', useless)
  const set = faults.set(order)
  return set === undefined ? refuseOrder('too_many', 'too many faults are set; clear some') : {fault: faultView(set)}
}

/** Why a fault could not have any effect; undefined if it can. Without this refusal a test would conclude that the node withstood the fault. */
function uselessness(order: NodeFault, {members, routes}: FaultDesk): string | undefined {
  const {fault, args} = order
  if (OF_NETWORKS.includes(fault)) {
    if (members === undefined) return `${fault} needs a node that is in a network`
    const isKnown = fault !== 'partition' || namesArg(order, 'peers').every((name) => members.includes(name))
    return isKnown ? undefined : `args.peers names somebody who is no validator; they are ${members.join(', ')}`
  }
  if (!('route' in args) || args['route'] === 'unmatched') return undefined
  const known = routes()
  if (known === undefined || known.some((one) => isOn(args, one))) return undefined
  return 'args.route is no route of the node; routes are those of its metrics, such as /api/repos/:owner/:repo'
}

/** A fault as callers see it. */
export function faultView({fault, args, endsAtMs}: ActiveFault): Record<string, unknown> {
  return {fault, args, ends_at: endsAtMs === undefined ? null : timestamp(endsAtMs)}
}
