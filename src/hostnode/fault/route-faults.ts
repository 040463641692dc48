import {type FaultArgs, type NodeFaultName, numberArg} from '../model/fault-forms.ts'
import type {ActiveFault, FaultTable} from './fault-table.ts'

/** A request as faults see it: its route is the template, or `unmatched`. */
export interface FaultedRequest {
  readonly method: string
  readonly route: string
}

/** The fault of this name that strikes a request; undefined if none is set for its route, or if it is not this request's turn. */
export function struckBy(faults: FaultTable, name: NodeFaultName, request: FaultedRequest): ActiveFault | undefined {
  return faults.all(name).find((one) => isOn(one.args, request) && isItsTurn(one))
}

/** Whether a fault with these arguments applies to the route of a request. */
export function isOn(args: FaultArgs, {method, route}: FaultedRequest): boolean {
  const [, wantedMethod, path = ''] = /^(?:([A-Z]+) )?(.*)$/.exec(String(args['route'])) ?? []
  if (wantedMethod !== undefined && wantedMethod !== method) return false
  return path.endsWith('*') ? route.startsWith(path.slice(0, -1)) || path === '*' : path === route
}

/** Spreads the ratio evenly instead of at random, so that the number of struck requests is predictable. */
function isItsTurn(one: ActiveFault): boolean {
  if (!('ratio' in one.args)) return true
  one.owed += numberArg(one, 'ratio')
  if (one.owed < 1 - Number.EPSILON * 1_000) return false
  one.owed -= 1
  return true
}
