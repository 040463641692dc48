import type {NodeCheckRecord} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import type {CheckNotes, NodeBefore} from '#host/check/check'
import {NODE_CHECKS} from '#host/check/checks'
import {askCheck} from '#host/execute/ask-check'
import type {HostSetting} from '#host/execute/load-setting'
import {openCheckContext} from '#host/execute/open-context'
import type {Release} from '#host/model/version'
import type {MeasurementPorts} from '#measurement/ports'
import type {AskedChecks} from '../model/asked-checks.ts'
import {answerOf, type CheckAnswer} from '../model/check-answer.ts'

/** Which checks are asked of which nodes. `required`: those that decide even where they stay open. */
export interface CheckQuestion {
  readonly setting: HostSetting
  readonly runId: RunId
  readonly ids: readonly string[]
  readonly required?: readonly string[]
  readonly before?: NodeBefore | undefined
  readonly to?: Release | undefined
  readonly isRolledBack?: boolean
  /** What nodes told of their processes before; what they tell now takes its place. */
  readonly processes?: CheckNotes['processes']
  /** Where what they found is gathered. */
  readonly asked: AskedChecks | undefined
}

/** Asks each in its order. One that fails makes the answer bad; one that is required and stays open leaves it open. */
export async function askChecks(
  {setting, runId, ids, required = [], before, to, isRolledBack = false, processes, asked}: CheckQuestion,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<CheckAnswer> {
  const off = new Set(setting.target.checks.skip)
  const place = {setting, mode: 'standard' as const, runId, before, to, isRolledBack, processes}
  const unkept = () => undefined
  const kept = {named: new Set<string>(), log: asked?.log ?? unkept, keep: asked?.keep ?? unkept}
  await using context = await openCheckContext({...place, ...kept}, ports, signal)
  const records: NodeCheckRecord[] = []
  for (const check of NODE_CHECKS.filter(({id}) => ids.includes(id))) {
    const terms = {isRequired: required.includes(check.id), isSwitchedOff: off.has(check.id)}
    const record = await askCheck(check, context, terms)
    context.notes.found.set(check.id, record.status)
    asked?.take(record)
    records.push(record)
  }
  return answerOf(records)
}
