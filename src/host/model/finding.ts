import type {NodeCheckRecord} from '#contract/generated/types'

export type CheckStatus = NodeCheckRecord['status']

/** Why a check could not ask its question, which is no fault of the host. */
export type SkipReason =
  | 'not_validator'
  | 'metrics_unavailable'
  | 'no_credentials'
  | 'capability_absent'
  | 'disabled_by_profile'
  | 'receiver_unreachable'
  | 'no_baseline'
  | 'not_https'
  | 'first_look'

/** What one check found. `observed`: as it was read; texts of the host in it are short. */
export interface CheckFinding {
  readonly status: CheckStatus
  readonly reason?: string
  readonly expected?: string
  readonly observed?: Readonly<Record<string, unknown>>
  readonly fieldPaths?: readonly string[]
}

type Seen = Pick<CheckFinding, 'expected' | 'observed' | 'fieldPaths'>

export const passed = (seen: Seen = {}): CheckFinding => ({status: 'pass', ...seen})
export const failed = (reason: string, seen: Seen = {}): CheckFinding => ({status: 'fail', reason, ...seen})
export const warned = (reason: string, seen: Seen = {}): CheckFinding => ({status: 'warn', reason, ...seen})
export const skipped = (reason: SkipReason, seen: Seen = {}): CheckFinding => ({status: 'skip', reason, ...seen})
export const unclear = (reason: string, seen: Seen = {}): CheckFinding => ({status: 'inconclusive', reason, ...seen})

/** What is wrong, and what it is called. */
export type CheckFault = readonly [isThere: boolean, reason: string]

/** Fails with the first fault that is there. */
export function passedUnless(faults: readonly CheckFault[], seen: Seen): CheckFinding {
  const fault = faults.find(([isThere]) => isThere)
  return fault === undefined ? passed(seen) : failed(fault[1], seen)
}

const ORDER: readonly CheckStatus[] = ['error', 'fail', 'inconclusive', 'warn', 'pass', 'skip']

/** One finding of those of several nodes: the worst speaks, all are kept. Without a node nothing was asked. */
export function worstFinding(found: readonly (readonly [node: string, finding: CheckFinding])[]): CheckFinding {
  const [first] = found.toSorted(([, a], [, b]) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))
  if (first === undefined) return skipped('capability_absent')
  const [name, {status, reason, expected}] = first
  const isOne = found.length === 1
  return {
    status,
    ...(reason !== undefined && {reason: isOne || status === 'skip' ? reason : `${name}: ${reason}`}),
    ...(expected !== undefined && {expected}),
    observed: isOne
      ? (first[1].observed ?? {})
      : Object.fromEntries(found.map(([node, {observed}]) => [node, observed ?? null])),
    fieldPaths: [...new Set(found.flatMap(([, {fieldPaths = []}]) => fieldPaths))],
  }
}
