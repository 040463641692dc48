import {doctorResult} from '#contract/generated/doctor-result'
import {providerHealthResult} from '#contract/generated/provider-health-result'
import type {DoctorResult, JobItem, ProviderHealth, Verdict} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {issuesOf} from '#contract/parse'
import {doctorState, endedWell, stateOfHealth} from '#job/step-states'
import {firstDifference} from './same-document.ts'

/** What a step without rules stored. */
interface KeptStep {
  readonly verdict: Verdict
  readonly result: unknown
  readonly timing: unknown
  /** What speaks against its having run past its time limit; undefined where nothing does. */
  readonly notLate: string | undefined
}

/** The contradiction between the verdict of a step without rules and what the step stored; undefined if there is none. */
export function stepFault({use, with: asked}: JobItem['unit'], kept: KeptStep): string | undefined {
  if (kept.verdict.state === 'interrupted') return undefined
  if (isBrokenOff(kept)) return kept.notLate
  switch (use) {
    case 'exec':
      return execFault(kept)
    case 'doctor':
      return doctorFault(kept, isRecord(asked) && asked['strict'] === true)
    case 'provider.health':
      return healthFault(kept)
    default:
      return undefined
  }
}

/** Whether a step without rules stored nothing, because it was broken off. A step that passes always stores its result. */
export const isBrokenOff = ({verdict, result}: Pick<KeptStep, 'verdict' | 'result'>): boolean =>
  verdict.state !== 'pass' && isRecord(result) && Object.keys(result).length === 0

const NOT_KEPT = 'passes, and keeps no result of what it did'
const EXEC_MEMBERS = new Set(['end', 'outputs', 'log'])
const END_MEMBERS = new Set(['kind', 'code', 'signal', 'errno'])
const LOG_MEMBERS = new Set(['left_out_bytes', 'cut_lines', 'held_open', 'last_lines'])

/** The reason that every version writes for a program that succeeded. */
const WELL = 'the program ended with exit code 0'

function execFault({verdict: {state, exit}, result}: KeptStep): string | undefined {
  const isGood = state === 'pass'
  if (!isRecord(result)) return isGood ? NOT_KEPT : undefined
  const {end, log = {}} = result
  if (!isRecord(end) || !isRecord(log)) return 'has a result that no step writes'
  const isStrange = hasOther(result, EXEC_MEMBERS) || hasOther(end, END_MEMBERS) || hasOther(log, LOG_MEMBERS)
  if (isStrange) return 'has a result with members that no step writes'
  const isWell = endedWell({kind: end['kind'] as 'exited', ...(typeof end['code'] === 'number' && {code: end['code']})})
  if (isGood && !isWell) return 'passes, and the program did not end with 0'
  if (isGood && exit.reason !== WELL) return 'passes for another reason than how its program ended'
  return isGood && 'last_lines' in log ? 'passes, and keeps what is kept of a program that failed' : undefined
}

function doctorFault({verdict: {state}, result, timing}: KeptStep, strict: boolean): string | undefined {
  if (!isRecord(result)) return state === 'pass' ? NOT_KEPT : undefined
  if (issuesOf(doctorResult, timing)) return 'keeps no diagnosis that could be judged again'
  const found = timing as DoctorResult
  const told = {checks: found.checks.map(({name, status}) => ({name, status}))}
  if (firstDifference(result, told) !== undefined) return 'tells other checks than its diagnosis'
  const made = doctorState(found, strict)
  return made === state ? undefined : `says ${state}, and its diagnosis comes to ${made}`
}

function healthFault({verdict: {state, exit}, result, timing}: KeptStep): string | undefined {
  if (!isRecord(result)) return state === 'pass' ? NOT_KEPT : undefined
  const providers = isRecord(timing) ? timing['providers'] : undefined
  const document = {schema_version: 1, command: 'provider health', exit, providers}
  if (issuesOf(providerHealthResult, document)) return 'keeps no health that could be judged again'
  const probed = providers as readonly ProviderHealth[]
  const told = probed.map(({provider, status, level_reached}) => ({provider, status, level_reached}))
  if (firstDifference(result, {providers: told}) !== undefined) return 'tells other health than it measured'
  const made = stateOfHealth(probed)
  return made === state ? undefined : `says ${state}, and the health it measured comes to ${made}`
}

const hasOther = (value: object, known: ReadonlySet<string>) => Object.keys(value).some((key) => !known.has(key))
