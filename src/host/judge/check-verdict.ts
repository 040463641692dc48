import type {Counts, NodeCheckRecord, RuleOutcome, Verdict} from '#contract/generated/types'
import {judgeVerdict, type StopSignal} from '#gate/verdict'
import {warnedRecords} from './check-warnings.ts'

/** What is judged: the checks as they ended, and whether anything answered at all. */
export interface CheckedHost {
  readonly records: readonly NodeCheckRecord[]
  readonly isAnswering: boolean
  /** How many were to be asked, where an interrupt kept some from it. */
  readonly planned?: number
  readonly stoppedBy?: StopSignal | undefined
}

/**
 * The verdict of a check run: *unavailable* where nothing answered; else any fail or error fails; a required skip, an open check, or
 * nothing asked at all is *inconclusive*; the rest passes, warnings included.
 */
export function judgeChecks({records, isAnswering, planned = records.length, stoppedBy}: CheckedHost): Verdict {
  // After an interrupt nobody knows whether the host would have answered.
  const rules = isAnswering || stoppedBy !== undefined ? records.map(ruleOf) : [SILENT]
  const warnings = warnedRecords(records).map(({id, reason}) => `${id}: ${reason ?? 'warning'}`)
  return judgeVerdict({
    basis: 'default-gate',
    rules,
    counts: countsOf(records, planned),
    claims: [CLAIM],
    caveats: warnings,
    ...(stoppedBy !== undefined && {
      ending: {kind: 'interrupted', signal: stoppedBy, reason: stoppedText(records, planned)},
    }),
  })
}

const SILENT: RuleOutcome = {
  id: 'target.answers',
  severity: 'gate',
  state: 'unavailable',
  metric: 'answers',
  select: '*',
  n: 0,
  reason: 'no node of the target gave any answer',
}

const CLAIM = {
  level: 'ops',
  text: 'The host did what its checks ask, while they asked it.',
  boundary: 'The checks that were asked, at this time, over this network; what no check asks is not known.',
} as const

function ruleOf({id, status, reason, required}: NodeCheckRecord): RuleOutcome {
  const isSkipped = status === 'skip'
  const state =
    status === 'pass' || status === 'warn' ? 'pass' : status === 'fail' || status === 'error' ? 'fail' : 'inconclusive'
  return {
    id,
    severity: isSkipped && !required ? 'advisory' : 'gate',
    state,
    metric: 'status',
    select: id,
    n: isSkipped ? 0 : 1,
    ...(reason !== null && {reason: isSkipped ? `skipped: ${reason}` : reason}),
  }
}

const NAMED = 3

function stoppedText(records: readonly NodeCheckRecord[], planned: number): string {
  const failed = records.filter(({status}) => status === 'fail' || status === 'error').map(({id}) => id)
  const more = failed.length > NAMED ? ` and ${failed.length - NAMED} more` : ''
  const bad = failed.length > 0 ? `; ${failed.filter((_, at) => at < NAMED).join(', ')}${more} failed` : ''
  return `the run was interrupted: ${records.length} of ${planned} checks had ended${bad}`
}

function countsOf(records: readonly NodeCheckRecord[], planned: number): Counts {
  const count = (...wanted: readonly NodeCheckRecord['status'][]) =>
    records.filter(({status}) => wanted.includes(status)).length
  const skipped = count('skip')
  return {
    planned,
    run: records.length - skipped,
    passed: count('pass', 'warn'),
    failed: count('fail'),
    errored: count('error', 'inconclusive'),
    skipped,
    not_run: planned - records.length,
    reused: 0,
  }
}
