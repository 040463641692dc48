import type {NodeCheckRecord} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {elapsedMs, timestamp} from '#random/clock'
import type {Check, CheckContext} from '../check/check.ts'
import {faultFinding} from '../judge/fault-finding.ts'
import {blameToken} from '../judge/token-blame.ts'
import {type CheckFinding, skipped} from '../model/finding.ts'

const LONGEST = 500

/** What makes a check one that decides even where it was skipped. */
export interface CheckTerms {
  readonly isRequired: boolean
  readonly isSwitchedOff: boolean
}

/** Asks one check. What it throws is a finding too, but for an interrupt, a refusal of the address policy and a disk of ours that is full or broken: nobody who was asked is to blame for that. */
export async function askCheck(check: Check, context: CheckContext, terms: CheckTerms): Promise<NodeCheckRecord> {
  const {time, target} = context
  const [startedAt, begun] = [time.nowMs(), time.monotonicNs()]
  const finding = whyNot(check, context, terms) ?? (await blamedFinding(check, context))
  return {
    schema_version: 1,
    id: check.id,
    title: check.title,
    status: finding.status,
    reason: cutReason(finding.reason ?? null),
    required: terms.isRequired,
    severity: check.isCritical ? 'critical' : 'normal',
    started_at: timestamp(startedAt),
    duration_ms: elapsedMs(time, begun),
    attempts: finding.status === 'skip' ? 0 : 1,
    target: target.profile.alias,
    expected: finding.expected === undefined ? null : cutText(finding.expected, LONGEST),
    observed: finding.observed ?? null,
    ...(finding.nodes && {nodes: finding.nodes.map((one) => ({...one, reason: cutReason(one.reason)}))}),
    field_paths: [...(finding.fieldPaths ?? [])],
    artifacts: [],
  }
}

const cutReason = (reason: string | null) => (reason === null ? null : cutText(reason, LONGEST))

function whyNot(check: Check, {target, token}: CheckContext, {isSwitchedOff}: CheckTerms): CheckFinding | undefined {
  if (isSwitchedOff || (check.mutates && !target.checks.mutate)) return skipped('disabled_by_profile')
  return check.needsToken && token === undefined ? skipped('no_credentials') : undefined
}

async function blamedFinding(check: Check, context: CheckContext): Promise<CheckFinding> {
  const {notes, before} = context
  notes.refusals?.splice(0)
  const finding = await findingOf(check, context)
  return blameToken(finding, notes.refusals ?? [], before !== undefined)
}

async function findingOf(check: Check, context: CheckContext): Promise<CheckFinding> {
  try {
    return await check.ask(context)
  } catch (error) {
    context.signal.throwIfAborted()
    return faultFinding(error)
  }
}
