import type {RunManifest, RunStatus, WorkflowTrace} from '#contract/generated/types'
import type {Issue} from '#error/assay-error'
import {EXIT, exitFor, type VerdictState} from '#error/exit'

/** The status that lists show: the manifest's, or `interrupted` for a running run whose owner is gone. */
export type ShownStatus = RunStatus | 'interrupted'
/** The kinds of run that a manifest may name. */
export const RUN_KINDS = ['eval', 'benchmark', 'drill', 'node', 'job', 'merge'] as const
export const SHOWN_STATUSES = ['running', 'passed', 'failed', 'skipped', 'cancelled', 'interrupted'] as const

export function statusOf(verdict: VerdictState): Exclude<RunStatus, 'running'> {
  if (verdict === 'pass') return 'passed'
  if (verdict === 'skipped') return 'skipped'
  return verdict === 'interrupted' ? 'cancelled' : 'failed'
}

/** Exit numbers that a verdict allows: for a skip it depends on whether it was expected, for an interrupt on the signal. */
function allowedExits(verdict: VerdictState): number[] {
  if (verdict === 'skipped') return [EXIT.ok, EXIT.inconclusive]
  if (verdict === 'interrupted') return [EXIT.interrupted, EXIT.terminated]
  return [exitFor(verdict, '').code]
}

/** The contradictions between status, outcome and times of a manifest and the table of verdicts. */
export function statusIssues(manifest: RunManifest): Issue[] {
  const {status, outcome} = manifest
  if (status === 'running') {
    return outcome === null ? [] : [issue('/outcome', 'must be null while the run is running')]
  }
  if (outcome === null) return [issue('/outcome', 'must be given once the run has ended')]
  const issues: Issue[] = []
  if (statusOf(outcome.verdict) !== status) issues.push(issue('/status', 'does not follow from the verdict'))
  if (!allowedExits(outcome.verdict).includes(outcome.exit_code)) {
    issues.push(issue('/outcome/exit_code', 'does not follow from the verdict'))
  }
  if (manifest.ended_at === null || manifest.duration_ms === null) {
    issues.push(issue('/ended_at', 'must be given once the run has ended'))
  }
  return issues
}

/**
 * Whether status and trace agree: a passed run has no required step that failed or was left open; a cancelled or skipped one has no clean
 * success.
 */
export function traceAgrees(status: RunStatus, trace: WorkflowTrace): boolean {
  const required = trace.steps.filter((step) => step.required)
  const bad = required.some(
    (step) => step.status === 'failed' || step.status === 'cancelled' || step.status === 'running',
  )
  switch (status) {
    case 'passed':
      return !bad && !required.some((step) => step.status === 'pending')
    case 'skipped':
      return !bad && trace.status === 'skipped'
    case 'cancelled':
      return trace.status !== 'success'
    case 'failed':
      return trace.status !== 'success'
    case 'running':
      return true
  }
}

const issue = (pointer: string, message: string): Issue => ({pointer, rule: 'outcome', message})
