import {cutText} from '#error/cut-text'
import type {RunOutcome} from '#run/run-recorder'
import {jobReport} from './job-report.ts'
import {type JobItemEnd, jobVerdict, stoppedVerdict} from './job-verdict.ts'
import type {PlannedJob, PlannedJobItem} from './plan-job.ts'

export const isRequired = (item: PlannedJobItem, {job}: PlannedJob) =>
  item.step.required ?? job.defaults?.required ?? true

/** What a job came to, from the ends of its items. */
export function jobOutcome(planned: PlannedJob, ends: readonly JobItemEnd[], signal: AbortSignal): RunOutcome {
  const {job, items} = planned
  const inOrder = items.flatMap((item) => ends.find((end) => end.item.item_id === item.item_id) ?? [])
  const judged = jobVerdict(inOrder, (item) => isRequired(item, planned))
  const stoppedBy = signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'
  const verdict = signal.aborted ? stoppedVerdict(judged, items.length, stoppedBy) : judged
  return {
    verdict,
    reasonCode: verdict.state,
    result: {
      job: job.name,
      items: inOrder.map(({item, state, reason}) => ({
        item_id: item.item_id,
        step_id: item.step_id,
        cell: item.unit.cell,
        state,
        reason,
      })),
    },
    timing: {items: inOrder.map(({item, durationMs: ms}) => ({item_id: item.item_id, duration_ms: ms}))},
    resultSummary: {job: job.name, items: items.length, passed: verdict.counts.passed, skipped: verdict.counts.skipped},
    report: jobReport(planned, inOrder, verdict),
    findings: inOrder.flatMap(({item, findings}) =>
      findings.map((finding) => ({...finding, message: cutText(`${item.traceId}: ${finding.message}`, 500)})),
    ),
  }
}
