import type {RunId} from '#contract/ids'
import {timeOfRunId} from './layout.ts'
import type {RunIssue, RunView} from './read-run.ts'

/** What a plan needs to know of a run. */
export interface RunForRetention {
  readonly runId: RunId
  readonly lease: RunView['lease']
  /** A `.hold` file keeps it for ever. */
  readonly isHeld: boolean
  /** A drill of it left something that is not put back: its journal says how. */
  readonly isUndoPending?: boolean
  /** Why something outside its folder needs it. */
  readonly need?: string | undefined
  /** Another run names it as its baseline. */
  readonly isBaseline: boolean
  readonly sizeBytes: number
}

export interface RetentionEntry {
  readonly name: string
  readonly runId?: RunId
  readonly action: 'delete' | 'keep' | 'skip'
  readonly reason: string
  readonly sizeBytes: number
}

export interface RetentionRules {
  /** How many of the newest valid runs stay whatever their age. */
  readonly keep: number
  /** Only runs older than this many days go. */
  readonly olderThanDays?: number
  /** Also removes damaged runs and leftovers, once they are a day old. */
  readonly broken?: boolean
  readonly nowMs: number
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Which runs go: everything past the newest `keep` by id. Live, stalled, held and baseline runs never go; among the newest
 * they count as any other. `runs` newest first.
 */
export function planRetention(runs: readonly RunForRetention[], rules: RetentionRules): RetentionEntry[] {
  return runs.map((one, at) => {
    const {runId} = one
    const entry = {name: runId, runId, sizeBytes: one.sizeBytes}
    const protection = protectionOf(one)
    if (protection) return {...entry, action: 'skip', reason: protection}
    if (at < rules.keep) return {...entry, action: 'keep', reason: 'newest'}
    if (isYounger(runId, rules)) return {...entry, action: 'keep', reason: 'younger_than_limit'}
    return {...entry, action: 'delete', reason: 'beyond_keep'}
  })
}

/** What somebody named himself, or another version wrote: nobody here knows what it is worth. */
const NOT_OURS: readonly RunIssue['reason'][] = ['foreign_name', 'manifest_version']

/** A damaged entry, and why it stays whatever is asked. */
export interface IssueForRetention
  extends Pick<RunForRetention, 'isHeld' | 'isUndoPending' | 'need' | 'isBaseline' | 'sizeBytes'> {
  readonly issue: RunIssue
  readonly mtimeMs: number
}

/** Broken entries go only when asked, and only a day after they appeared: somebody may still be looking. */
export function planIssues(issues: readonly IssueForRetention[], rules: RetentionRules): RetentionEntry[] {
  return issues.map((one) => {
    const {issue, mtimeMs, sizeBytes} = one
    const entry = {name: issue.name, sizeBytes}
    const leftover = issue.reason === 'trash_pending'
    const protection = protectionOf({...one, lease: 'none'})
    if (protection) return {...entry, action: 'skip', reason: protection}
    if (NOT_OURS.includes(issue.reason)) return {...entry, action: 'skip', reason: issue.reason}
    if (!rules.broken && !leftover) return {...entry, action: 'skip', reason: issue.reason}
    if (!leftover && rules.nowMs - mtimeMs < DAY_MS) return {...entry, action: 'skip', reason: 'younger_than_a_day'}
    return {...entry, action: 'delete', reason: issue.reason}
  })
}

function protectionOf(one: Omit<RunForRetention, 'runId' | 'sizeBytes'>): string | undefined {
  if (one.lease === 'live') return 'live'
  if (one.lease === 'stalled') return 'stalled'
  if (one.isHeld) return 'held'
  if (one.isUndoPending) return 'undo_pending'
  if (one.need !== undefined) return one.need
  return one.isBaseline ? 'baseline' : undefined
}

function isYounger(runId: RunId, rules: RetentionRules): boolean {
  if (rules.olderThanDays === undefined) return false
  return rules.nowMs - timeOfRunId(runId) < rules.olderThanDays * DAY_MS
}
