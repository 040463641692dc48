import type {Drill, DrillReason, DrillRecord, DrillStepRecord} from '#contract/generated/types'
import {roundsOf} from './drill-rounds.ts'
import {drillVerdict} from './drill-verdict.ts'
import {isLate, measuredIn, wordsOfDrill} from './measured-drill.ts'

/** Tells where two values differ; undefined where they say the same. */
type Difference = (told: unknown, made: unknown) => string | undefined

/** What a record is judged again with. */
export interface RecordJudge {
  readonly drill: Drill
  /** A signal came while the run went on: it may have ended this drill, or have come later. */
  readonly wasStopped: boolean
  readonly difference: Difference
}

/**
 * What of a record contradicts its own observations: the times of its rounds, its steps, what was left and in which phase something was not well. Undefined
 * where nothing does. What was observed is believed.
 */
export function recordFault(record: DrillRecord, judge: RecordJudge): string | undefined {
  const words = wordsOfDrill(judge.drill)
  const known = new Map<string, unknown>(Object.entries(record))
  const unlike = Object.entries(words).find(([key, value]) => judge.difference(known.get(key), value) !== undefined)
  if (unlike !== undefined) return `says another ${unlike[0]} than the drill`
  if (record.verdict === 'skipped') return isBlank(record) ? undefined : 'says of a drill that was skipped what it saw'
  const fault = measuredFault(record, judge) ?? respondFault(record, judge) ?? reasonFault(record, judge)
  return fault ?? verdictFault(record, judge)
}

function isBlank({detail, rounds, reasons, respond, timeline, leftovers}: DrillRecord): boolean {
  return detail !== null && [rounds, reasons, respond, timeline, leftovers].every(({length}) => length === 0)
}

function measuredFault(record: DrillRecord, {drill, difference}: RecordJudge): string | undefined {
  const names = roundsOf(drill).map(({id}) => id ?? 'all')
  if (record.rounds.some(({id}, at) => id !== names[at])) return 'tells of rounds that the drill has not'
  const made = measuredIn(drill, record.rounds)
  for (const key of ['simulated_failure', 'detect', 'recover'] as const)
    if (difference(record[key], made[key]) !== undefined) return `says of ${key} what its rounds do not give`
  return undefined
}

const stepOf = ({step, ok}: Pick<DrillStepRecord, 'step' | 'ok'>) => `${ok} ${step}`

/** Steps are told twice, in their order; one that was ended early is kept in the timeline alone. */
function respondFault({respond, timeline}: DrillRecord, {difference}: RecordJudge): string | undefined {
  const moments = timeline.filter(({phase}) => phase === 'respond')
  const isKept = respond.every((one, at) => {
    const moment = moments[at]
    return moment && difference(stepOf(one), stepOf({step: moment.what, ok: moment.ok === true})) === undefined
  })
  return isKept ? undefined : 'tells other steps than its timeline'
}

function reasonFault(record: DrillRecord, {drill}: RecordJudge): string | undefined {
  const told = new Set(record.reasons)
  const {detect_s: detectS, recover_s: recoverS} = drill.objectives
  const {rounds} = record
  const measured: Partial<Record<DrillReason, boolean>> = {
    detected_late: rounds.some(({detect_s}) => isLate(detect_s, detectS)),
    recovered_late: rounds.some(({recover_s}) => isLate(recover_s, recoverS)),
    leftovers: record.leftovers.length > 0,
    steady_state_lost: wentWrong(record, 'after'),
  }
  const reasons = Object.entries(measured) as [DrillReason, boolean][]
  const unlike = reasons.find(([reason, isSo]) => told.has(reason) !== isSo)
  if (unlike) return `${unlike[1] ? 'does not name' : 'names'} ${unlike[0]}, and what it saw says otherwise`
  const isUnseen = rounds.some(({detect_s}) => detect_s === null)
  const isUnwell = rounds.some(({recover_s}) => recover_s === null)
  const possible: Partial<Record<DrillReason, boolean>> = {
    not_detected: isUnseen,
    wrong_signal: isUnseen,
    not_recovered: isUnwell && !record.sham,
    respond_failed: record.respond.some(({ok}) => !ok),
  }
  const idle = record.reasons.find((reason) => possible[reason] === false)
  return idle && `names ${idle}, and what it saw says otherwise`
}

/** Whether it was seen, somewhere on its way, that something was not as it must be. */
function wentWrong({timeline}: DrillRecord, phase: DrillRecord['timeline'][number]['phase']): boolean {
  return timeline.some((moment) => moment.phase === phase && moment.ok === false)
}

const PHASES = ['prepare', 'steady', 'inject', 'detect', 'respond', 'verify', 'after'] as const

/** The verdict once more. Without a reason, a round that is missing or was not measured leaves it open at best. */
function verdictFault(record: DrillRecord, {drill, wasStopped}: RecordJudge): string | undefined {
  const {detail, rounds, reasons, timeline, sham, revert} = record
  const isWhole =
    rounds.length === roundsOf(drill).length &&
    rounds.every((one) => one.detect_s !== null && (sham || one.recover_s !== null)) &&
    PHASES.every((phase) => !wentWrong(record, phase))
  const isUnprepared = wentWrong(record, 'prepare') || timeline.every(({phase}) => phase !== 'prepare')
  const isAborted = timeline.some(({phase, ok, what}) => phase === 'revert' && ok === false && isToldIn(detail, what))
  const doubts = detail !== null || !isWhole ? ['it was not seen whole'] : []
  const facts = {isUnprepared, isAborted, isUndone: revert.state === 'clean', reasons, doubts}
  const made = [false, ...(wasStopped ? [true] : [])].map((isInterrupted) => drillVerdict({...facts, isInterrupted}))
  return made.includes(record.verdict) ? undefined : `says ${record.verdict}, and what it saw comes to ${made[0]}`
}

/** Both were cut, so their ends may differ. */
const isToldIn = (detail: string | null, what: string) => detail?.startsWith(what.slice(0, 100)) === true
