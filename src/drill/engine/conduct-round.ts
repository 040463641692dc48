import type {DrillReason, DrillStepRecord} from '#contract/generated/types'
import {type PlannedRound, recoveryDeadline, STEADY_S} from '../model/drill-rounds.ts'
import {comparesWithBefore} from '../model/expectation.ts'
import {isLate} from '../model/measured-drill.ts'
import {type Detection, detectSignals} from './detect-signals.ts'
import type {DrillContext} from './drill-context.ts'
import {injectFaults} from './inject-faults.ts'
import {checkAborts, probeOnce} from './probe-once.ts'
import {respondSteps} from './respond-steps.ts'
import {revertChanges} from './revert-changes.ts'
import {waitSteady} from './wait-steady.ts'

/** What one round came to. Without reasons and without doubt it is good. Seconds from the last fault. */
export interface RoundEnd {
  readonly reasons: readonly DrillReason[]
  /** Why there is no verdict: something that was asked gave no answer. */
  readonly doubt?: string
  readonly detectS?: number | undefined
  readonly recoverS?: number | undefined
  readonly steps: readonly DrillStepRecord[]
}

export const NOTHING: RoundEnd = {reasons: [], steps: []}

/** What is known of a round so far; whoever ends it early still tells it. */
export interface RoundSoFar {
  end: RoundEnd
}

/** Once through a drill: steady, break, notice, answer, well again. What was broken is undone by whoever calls. A sham ends where something would have been noticed. */
export async function conductRound(round: PlannedRound, context: DrillContext, soFar: RoundSoFar): Promise<RoundEnd> {
  const {course} = context
  const unsteady = await steadyBefore(context)
  if (unsteady !== undefined) return {...NOTHING, doubt: unsteady}
  // What could not stop the drill now could not stop it later: without its safety nothing is broken.
  const blind = await checkAborts('steady', context)
  if (blind.length > 0) {
    course.tell('inject', `nothing was broken: ${blind.join(', ')} gave no answer`, false)
    return {...NOTHING, doubt: `an abort condition cannot be told: ${blind.join(', ')}`}
  }
  const early = await trueSignals(round, context)
  if (early.length > 0) {
    course.tell('inject', `nothing was broken: ${early.join(', ')} held before`, false)
    return {...NOTHING, reasons: ['wrong_signal']}
  }
  await injectFaults(round.inject, context)
  const fromMs = course.nowMs
  const detection = await detectSignals(round, fromMs, context)
  soFar.end = {...seenOf(detection, context), steps: []}
  if (context.isSham) return soFar.end
  const steps = await respondSteps(context)
  soFar.end = {...soFar.end, steps}
  const recovery = await recoverRound(fromMs, context)
  const seen = seenOf(detection, context)
  const doubt = seen.doubt ?? recovery.doubt
  return {
    ...seen,
    steps,
    recoverS: recovery.recoverS,
    reasons: [
      ...seen.reasons,
      ...(steps.some(({ok}) => !ok) ? (['respond_failed'] as const) : []),
      ...recovery.reasons,
    ],
    ...(doubt !== undefined && {doubt}),
  }
}

/** What the signals came to. One that never answered is no failure, and no success. */
function seenOf({seconds, missing}: Detection, {drill}: DrillContext): Omit<RoundEnd, 'steps'> {
  const open = [...missing].flatMap(([id, truth]) => (truth === 'unknown' ? [id] : []))
  const isLateNow = isLate(seconds, drill.objectives.detect_s)
  return {
    detectS: seconds,
    reasons: [
      ...(missing.size > open.length ? (['not_detected'] as const) : []),
      ...(isLateNow ? (['detected_late'] as const) : []),
    ],
    ...doubtOf(open),
  }
}

/** The way back after the response: what only the revert repairs does not count. */
async function recoverRound(fromMs: number, context: DrillContext): Promise<Omit<RoundEnd, 'steps'>> {
  const {course, drill} = context
  const untilMs = course.nowMs + recoveryDeadline(drill) * 1000
  const {truth, atMs, missing} = await waitSteady({phase: 'verify', untilMs, alsoOnce: drill.verify}, context)
  const recoverS = atMs === undefined ? undefined : (atMs - fromMs) / 1000
  course.tell('verify', truth === 'true' ? 'well again' : `not well: ${missing.join(', ')}`, truth === 'true')
  return {
    recoverS,
    reasons: [
      ...(truth === 'false' ? (['not_recovered'] as const) : []),
      ...(isLate(recoverS, drill.objectives.recover_s) ? (['recovered_late'] as const) : []),
    ],
    ...doubtOf(truth === 'unknown' ? missing : []),
  }
}

function doubtOf(silent: readonly string[]): {readonly doubt?: string} {
  return silent.length > 0 ? {doubt: `${silent.join(', ')} gave no answer`} : {}
}

/** Undoes a round, and says whether all is as it was before. */
export async function revertRound(context: DrillContext) {
  const {site, ports, course, ledger} = context
  return await revertChanges({folder: site.folder, site, course, ledger}, ports)
}

/** Why nothing may be broken: the steady state is not there. */
async function steadyBefore(context: DrillContext): Promise<string | undefined> {
  const {course, before} = context
  if (before.size > 0) return undefined
  const untilMs = course.nowMs + STEADY_S * 1000
  const end = await waitSteady({phase: 'steady', untilMs, alsoOnce: []}, context)
  course.tell(
    'steady',
    end.truth === 'true' ? 'all probes hold' : `${end.missing.join(', ')} did not hold`,
    end.truth === 'true',
  )
  if (end.truth !== 'true') return `no steady state: ${end.missing.join(', ')}`
  for (const [id, observation] of end.observations) before.set(id, observation)
  return undefined
}

/** Signals that say something is wrong while nothing is: they would be seen whatever happens. What they gave is what changes are held against. */
async function trueSignals(round: PlannedRound, context: DrillContext): Promise<string[]> {
  const early: string[] = []
  const compared = context.drill.verify.filter(({expect}) => comparesWithBefore(expect))
  for (const probe of [...round.expect.signals, ...compared]) {
    const {truth, observation} = await probeOnce(probe, 'inject', context)
    if (observation !== undefined) context.before.set(probe.id, observation)
    if (truth === 'true' && round.expect.signals.includes(probe)) early.push(probe.id)
  }
  // What must not change meanwhile may have been changed by asking: it is held against what it is now.
  for (const probe of context.drill.steady_state.probes) {
    if (probe.during !== 'fault') continue
    const {observation} = await probeOnce(probe, 'inject', context)
    if (observation !== undefined) context.before.set(probe.id, observation)
  }
  return early
}
