import type {Counts, DrillRecord, RuleOutcome, Verdict} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {worstVerdict} from '#error/exit'
import {judgeVerdict, type NoVerdictCause, type StopSignal, withFailed} from '#gate/verdict'
import {drillEnd, type EndedDrill, seenSignals} from './drill-verdict.ts'

type Judged = Pick<DrillRecord, 'id'> & EndedDrill

const CLAIM = {
  level: 'ops',
  text: 'What each drill broke was noticed, answered, well again in time and put back.',
  boundary: 'The faults of these drills, on what they start on this machine; a site of its own is not shown by it.',
} as const

/**
 * The verdict of a set: the worst of its drills. A sham is good where every drill noticed nothing, and a drill that noticed something that was
 * not there fails it. `stoppedBy`: the signal that came before the set was done; what had ended by then is kept.
 */
export function setVerdict(
  records: readonly Judged[],
  planned: number,
  requiresRun: boolean,
  stoppedBy?: StopSignal,
): Verdict {
  const ending = endingOf(records, planned, stoppedBy)
  const verdict = judgeVerdict({
    basis: 'default-gate',
    rules: records.map((one) => ruleOf(one, requiresRun)),
    counts: countsOf(records, planned),
    claims: [CLAIM],
    caveats: [],
    ...(ending && {ending}),
  })
  return withFailed(verdict)
}

function endingOf(
  records: readonly Judged[],
  planned: number,
  stoppedBy: StopSignal | undefined,
): NoVerdictCause | undefined {
  const worst = worstVerdict(records.map(drillEnd))
  // What was not put back is worse than that somebody did not wait for the rest.
  if (stoppedBy !== undefined && worst !== 'unsafe-state')
    return {kind: 'interrupted', signal: stoppedBy, reason: stoppedText(records, planned)}
  return worst === 'unsafe-state' || worst === 'restored'
    ? {kind: worst, reason: reasonText(worst, records)}
    : undefined
}

const STATES = {
  pass: 'pass',
  fail: 'fail',
  unavailable: 'unavailable',
  inconclusive: 'inconclusive',
  restored: 'fail',
  'unsafe-state': 'fail',
  skipped: 'inconclusive',
  interrupted: 'inconclusive',
} as const satisfies Record<DrillRecord['verdict'], RuleOutcome['state']>

function ruleOf(one: Judged, requiresRun: boolean): RuleOutcome {
  const isSkipped = one.verdict === 'skipped'
  const end = drillEnd(one)
  const why =
    one.sham && end !== 'pass' ? shamFault(one) : [...one.reasons, ...(one.detail ? [one.detail] : [])].join(', ')
  return {
    id: one.id,
    severity: isSkipped && !requiresRun ? 'advisory' : 'gate',
    state: STATES[end],
    metric: 'verdict',
    select: one.id,
    n: isSkipped ? 0 : 1,
    ...(why !== '' && {reason: cutText(why, 500)}),
  }
}

/** Why a sham is not good. */
export function shamFault(one: Judged): string {
  const {reasons, detail, verdict} = one
  if (verdict === 'pass') return 'it noticed a fault that was not there: a tautology'
  const seen = seenSignals(one)
  const noticed = seen.length > 0 ? `noticed ${seen.join(', ')} and ` : ''
  return `nothing was broken, and it ${noticed}came to ${[...reasons, ...(detail ? [detail] : []), verdict].join(', ')}`
}

function reasonText(worst: 'unsafe-state' | 'restored', records: readonly Judged[]): string {
  const names = records.filter(({verdict}) => verdict === worst).map(({id}) => id)
  return worst === 'restored'
    ? `${names.join(', ')} ended early; everything was put back`
    : `${names.join(', ')} could not put everything back: run assay drills recover`
}

const NAMED = 3

/** What to tell after Ctrl-C: what became of the drill in progress, and which drills had failed by then. */
function stoppedText(records: readonly Judged[], planned: number): string {
  const told = (what: string, ...wanted: readonly DrillRecord['verdict'][]) => {
    const ids = records.filter((one) => wanted.includes(drillEnd(one))).map(({id}) => id)
    const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : ''
    return ids.length === 0 ? [] : [`${ids.filter((_, at) => at < NAMED).join(', ')}${more} ${what}`]
  }
  const left = planned - records.length
  const parts = [
    ...told('was put back', 'interrupted'),
    ...told('failed', 'fail', 'restored'),
    ...(left > 0 ? [`${left} of ${planned} had not begun`] : []),
  ]
  return `the run was interrupted${parts.length > 0 ? `: ${parts.join('; ')}` : '; what had ended is kept'}`
}

function countsOf(records: readonly Judged[], planned: number): Counts {
  const ends = records.map(drillEnd)
  const count = (...wanted: readonly DrillRecord['verdict'][]) => ends.filter((end) => wanted.includes(end)).length
  const skipped = count('skipped')
  return {
    planned,
    run: records.length - skipped,
    passed: count('pass'),
    failed: count('fail', 'restored', 'unsafe-state'),
    errored: count('unavailable', 'inconclusive', 'interrupted'),
    skipped,
    not_run: planned - records.length,
    reused: 0,
  }
}
