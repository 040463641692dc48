import {isRecord} from '#contract/is-record'
import {ApiFailure} from './api-failure.ts'
import {faultArgs} from './fault-args.ts'
import {isNodeFaultName, NODE_FAULTS, type NodeFault, type NodeFaultName} from './fault-forms.ts'
import {jsonBody} from './json-body.ts'

/** The longest life of a fault in seconds, which bounds what a driver that dies leaves behind. */
export const LONGEST_TTL_S = 600
/** Most bytes of one line, without its end. */
export const MOST_ORDER_BYTES = 16 * 1024

/** The request in a line of the control socket. */
export type FaultOrder =
  | (NodeFault & {readonly op: 'set'; readonly ttlS: number})
  | {readonly op: 'clear'; readonly fault: NodeFaultName | undefined}
  | {readonly op: 'list'}

/** Why a line was refused: one code, and all faults. */
export interface FaultRefusal {
  readonly error: 'malformed' | 'unknown_op' | 'unknown_fault' | 'invalid' | 'too_long' | 'too_many'
  readonly message: string
}

/** Reads a line as an order. */
export function faultOrder(line: Uint8Array): FaultOrder | FaultRefusal {
  const value = jsonOf(line)
  if (value instanceof ApiFailure) return refuseOrder('malformed', value.message.replace('the body', 'the line'))
  if (!isRecord(value)) return refuseOrder('malformed', 'the line must be a JSON object')
  const {op, fault, args, ttl_s: ttlS, ...rest} = value
  const unknown = Object.keys(rest).length > 0 ? ['it has a field that is none of op, fault, args and ttl_s'] : []
  if (op === 'list') return ordered({op}, [...unknown, ...unwanted(op, {fault, args, ttl_s: ttlS})])
  if (op !== 'set' && op !== 'clear') return refuseOrder('unknown_op', 'op must be set, clear or list')
  if (op === 'clear' && fault === undefined)
    return ordered({op, fault}, [...unknown, ...unwanted(op, {args, ttl_s: ttlS})])
  if (!isNodeFaultName(fault))
    return refuseOrder('unknown_fault', `fault must be one of ${Object.keys(NODE_FAULTS).join(', ')}`)
  if (op === 'clear') return ordered({op, fault}, [...unknown, ...unwanted(op, {args, ttl_s: ttlS})])
  const read = faultArgs(fault, args)
  const hasTtl = typeof ttlS === 'number' && ttlS > 0 && ttlS <= LONGEST_TTL_S
  const late = hasTtl ? [] : [`ttl_s is required: seconds above 0, at most ${LONGEST_TTL_S}`]
  return ordered({op, fault, args: read.args, ttlS: hasTtl ? ttlS : 0}, [...unknown, ...read.issues, ...late])
}

export function isOrderRefusal(order: FaultOrder | FaultRefusal): order is FaultRefusal {
  return 'error' in order
}

export function refuseOrder(error: FaultRefusal['error'], message: string): FaultRefusal {
  return {error, message}
}

function ordered(order: FaultOrder, issues: readonly string[]): FaultOrder | FaultRefusal {
  return issues.length === 0 ? order : refuseOrder('invalid', issues.join('; '))
}

function unwanted(op: string, fields: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(fields).flatMap((name) => (fields[name] === undefined ? [] : [`${op} takes no ${name}`]))
}

function jsonOf(line: Uint8Array): unknown {
  try {
    return jsonBody(line)
  } catch (error) {
    if (error instanceof ApiFailure) return error
    throw error
  }
}
