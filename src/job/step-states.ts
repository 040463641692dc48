import type {DoctorResult, Job, JobStep, ProviderHealth} from '#contract/generated/types'
import {diagnosisResult} from '#doctor/doctor-report'
import {type VerdictState, worstVerdict} from '#error/exit'
import {durationMs} from '#measurement/asked'
import type {ChildEnd} from '#process/children'
import {healthVerdict} from '#provider/health/health-verdict'

/** Whether a program did what it was asked for, by its own word. */
export const endedWell = ({kind, code}: ChildEnd) => kind === 'exited' && code === 0

/** Healthy is pass, a wrong one fails, one that cannot be reached has no verdict; of several the worst speaks. */
export function stateOfHealth(probed: readonly ProviderHealth[]): VerdictState {
  return worstVerdict(probed.map(healthVerdict)) ?? 'inconclusive'
}

/** Findings fail it only when `strict`. */
export function doctorState(found: DoctorResult, strict: boolean): VerdictState {
  const {exit: _told, ...seen} = found
  return diagnosisResult(seen, strict).exit.name === 'ok' ? 'pass' : 'fail'
}

/** How long a step may take; undefined where nothing limits it. */
export function timeLimitMs({timeout}: JobStep, {defaults}: Job): number | undefined {
  const told = timeout ?? defaults?.timeout
  return told === undefined ? undefined : durationMs(told)
}

/** Why a step of that name ended, where its time limit did. */
export const lateReason = (name: string) => `${name} ran past its timeout`
