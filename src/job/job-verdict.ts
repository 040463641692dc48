import type {Finding, RuleOutcome, Verdict} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {exitFor, type VerdictState, worstVerdict} from '#error/exit'
import type {Report} from '#report/report'
import type {PlannedJobItem} from './plan-job.ts'
import type {ItemEnd} from './schedule.ts'

/** How an item ended, with the reason its own verdict gave. */
export interface JobItemEnd {
  readonly item: PlannedJobItem
  readonly state: VerdictState
  readonly reason: string
  readonly durationMs: number
  /** A `when` that did not apply, or a need whose own did not: no ground for any verdict. */
  readonly isExpectedSkip: boolean
  /** What it kept, for the page of the job; absent for an item that never began. */
  readonly kept?: {readonly result: unknown; readonly report?: Report | undefined}
  /** Findings of the trial that the item ran. */
  readonly findings: readonly Finding[]
}

/** What it tells the items that need it. */
export const endForOthers = ({state, isExpectedSkip}: JobItemEnd): ItemEnd => (isExpectedSkip ? 'not_needed' : state)

/** The worst of the required items; a skipped required one is inconclusive, all skipped is skipped. */
export function jobVerdict(ends: readonly JobItemEnd[], isRequired: (item: PlannedJobItem) => boolean): Verdict {
  const deciding = ends.filter((end) => isRequired(end.item) && !end.isExpectedSkip)
  const state = judge(ends, deciding)
  const worst = deciding.find((end) => effective(end) === state)
  const reason = state === 'pass' ? `${deciding.length} required items passed` : reasonOf(state, worst)
  return {
    schema_version: 1,
    state,
    exit: exitFor(state, reason, {expectedSkip: false}),
    basis: 'steps',
    claims: [],
    rules: ends.map((end) => ruleOf(end, isRequired(end.item))),
    counts: countsOf(ends),
    caveats: [],
  }
}

/** The verdict of a job that a signal stopped: what ended stays, the rest was not run, and nothing was decided. */
export function stoppedVerdict(verdict: Verdict, planned: number, signal: 'SIGINT' | 'SIGTERM'): Verdict {
  return {
    ...verdict,
    state: 'interrupted',
    exit: exitFor('interrupted', `stopped by ${signal}`, {signal}),
    counts: {...verdict.counts, planned, not_run: planned - verdict.counts.planned},
  }
}

function judge(ends: readonly JobItemEnd[], deciding: readonly JobItemEnd[]): VerdictState {
  if (ends.every((end) => end.state === 'skipped')) return 'skipped'
  return worstVerdict(deciding.map(effective)) ?? 'inconclusive'
}

const effective = (end: JobItemEnd): VerdictState => (end.state === 'skipped' ? 'inconclusive' : end.state)

function reasonOf(state: VerdictState, worst: JobItemEnd | undefined): string {
  if (!worst) return state === 'skipped' ? 'every step was skipped' : 'no required step ran'
  return cutText(`${worst.item.traceId}: ${worst.reason}`, 500)
}

function ruleOf(end: JobItemEnd, required: boolean): RuleOutcome {
  return {
    id: end.item.traceId,
    severity: required ? 'gate' : 'advisory',
    state: ruleState(end),
    metric: 'verdict',
    select: end.item.unit.use,
    n: end.state === 'skipped' ? 0 : 1,
    reason: cutText(`${end.state}: ${end.reason}`, 500),
  }
}

function ruleState(end: JobItemEnd): RuleOutcome['state'] {
  if (end.isExpectedSkip) return 'waived'
  switch (end.state) {
    case 'pass':
      return 'pass'
    case 'unavailable':
      return 'unavailable'
    case 'skipped':
    case 'inconclusive':
    case 'interrupted':
      return 'inconclusive'
    case 'incomparable':
      return 'incomparable'
    default:
      return 'fail'
  }
}

function countsOf(ends: readonly JobItemEnd[]): Verdict['counts'] {
  const of = (...states: VerdictState[]) => ends.filter((end) => states.includes(end.state)).length
  const skipped = of('skipped')
  const passed = of('pass')
  const failed = of('fail')
  return {
    planned: ends.length,
    run: ends.length - skipped,
    passed,
    failed,
    errored: ends.length - skipped - passed - failed,
    skipped,
    not_run: 0,
    reused: 0,
  }
}
