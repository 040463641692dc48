import type {RunId} from '#contract/ids'
import {timeOfRunId} from './layout.ts'
import type {RunIssue, RunView} from './read-run.ts'

/** The facts about a run that decide whether it is removed. */
export interface RunForRetention {
  readonly runId: RunId
  readonly lease: RunView['lease']
  /** Whether a `.hold` file keeps it for ever. */
  readonly isHeld: boolean
  /** Whether one of its drills left changes that are not put back: its journal says how to. */
  readonly isUndoPending?: boolean
  /** Why something outside its folder needs it. */
  readonly need?: string | undefined
  /** Whether another run names it as its baseline. */
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
  /** How many of the newest valid runs are kept regardless of their age. */
  readonly keep: number
  /** Only runs older than this many days are removed. */
  readonly olderThanDays?: number
  /** Also removes damaged runs and leftovers, once they are a day old. */
  readonly broken?: boolean
  readonly nowMs: number
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Plans which runs are removed: all beyond the newest `keep` by id. Live, stalled, held and baseline runs are never removed; they count
 * among the newest like any other. `runs` must be newest first.
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

/** Reasons of entries that a user named or another version wrote: their worth is unknown here. */
const NOT_OURS: readonly RunIssue['reason'][] = ['foreign_name', 'manifest_version']

/** A damaged entry, with the facts that may protect it. */
export interface IssueForRetention
  extends Pick<RunForRetention, 'isHeld' | 'isUndoPending' | 'need' | 'isBaseline' | 'sizeBytes'> {
  readonly issue: RunIssue
  readonly mtimeMs: number
}

/** Plans which broken entries are removed: only if asked for, and only a day after they appeared, because somebody may still be examining them. */
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
