import type {NodeCheckNode, NodeCheckRecord} from '#contract/generated/types'

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
  /** How each fared, where several were asked. */
  readonly nodes?: readonly NodeCheckNode[]
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

/** What was seen comes before what could not be asked. */
const ORDER: readonly CheckStatus[] = ['fail', 'error', 'inconclusive', 'warn', 'pass', 'skip']

type OfNode = readonly [node: string, finding: CheckFinding]

/** One finding of those of several nodes: the worst speak, all are kept. Without a node nothing was asked. */
export function worstFinding(found: readonly OfNode[]): CheckFinding {
  const [first] = found.toSorted(([, a], [, b]) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))
  if (first === undefined) return skipped('capability_absent')
  const {status, reason, expected} = first[1]
  const isOne = found.length === 1
  return {
    status,
    ...(reason !== undefined && {reason: isOne || status === 'skip' ? reason : reasonsOf(found, status)}),
    ...(expected !== undefined && {expected}),
    observed: isOne
      ? (first[1].observed ?? {})
      : Object.fromEntries(found.map(([node, {observed}]) => [node, observed ?? null])),
    fieldPaths: [...new Set(found.flatMap(([, {fieldPaths = []}]) => fieldPaths))],
    ...(!isOne && {nodes: found.map(([name, one]) => ({name, status: one.status, reason: one.reason ?? null}))}),
  }
}

/** A sentence has no room for more nodes, or more reasons. */
const [MOST_NAMED, MOST_REASONS] = [4, 3]

const isAmong = (first: number) => (_: unknown, at: number) => at < first

/** The nodes with this status grouped by reason: `n1, n2: reason; n3: another`. A failure does not hide nodes that could not be asked. */
function reasonsOf(found: readonly OfNode[], status: CheckStatus): string {
  const told: readonly CheckStatus[] = status === 'fail' ? ['fail', 'error'] : [status]
  const own = told.flatMap((word) => found.filter(([, one]) => one.status === word))
  const groups = [...Map.groupBy(own, ([, {reason}]) => reason ?? status)]
  const parts = groups.filter(isAmong(MOST_REASONS)).map(([reason, all]) => {
    const names = all.filter(isAmong(MOST_NAMED)).map(([name]) => name)
    const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : ''
    return `${names.join(', ')}${more}: ${reason}`
  })
  const others = groups.filter((_, at) => at >= MOST_REASONS).reduce((sum, [, all]) => sum + all.length, 0)
  return [...parts, ...(others > 0 ? [`${others} more for other reasons`] : [])].join('; ')
}
