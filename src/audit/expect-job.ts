import {job as jobContract} from '#contract/generated/job'
import {jobPlan} from '#contract/generated/job-plan'
import type {Job, JobItem, JobStep, Verdict} from '#contract/generated/types'
import {verdict as verdictContract} from '#contract/generated/verdict'
import {parse} from '#contract/parse'
import {digestOf} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import type {VerdictState} from '#error/exit'
import {jobOutcome} from '#job/job-outcome'
import {endForOthers, type JobItemEnd} from '#job/job-verdict'
import {matrixCellName} from '#job/matrix'
import type {PlannedJob, PlannedJobItem} from '#job/plan-job'
import {isExpectedSkip, readiness, stepEnds} from '#job/schedule'
import {keptReport} from '#job/step-facts'
import type {Report} from '#report/report'
import {RESULT, TIMING, VERDICT} from '#run/layout'
import {type RecordedRun, readAs} from '#run/read-recorded'
import type {AuditBook, AuditSubject} from './audit.ts'
import {planFault} from './check-plan.ts'
import type {Expectation, NoExpectation} from './expectation.ts'
import {nestedPath} from './nested-run.ts'
import {lostEvents, readJson, stopSignal} from './recorded-facts.ts'

/** The reports of items that were computed again, by item. */
export type ItemReports = ReadonlyMap<string, Report>

export const JOB_INPUT = 'inputs/job.json'
export const PLAN = 'plan.json'

/** The items of a job that left a verdict, and their folders. */
export function itemsOf(run: RecordedRun): {readonly item: JobItem; readonly folder: string}[] {
  const plan = readJson(run.text(PLAN)) as {items?: JobItem[]} | undefined
  const items = (plan?.items ?? []).map((item) => ({item, folder: `items/${item.item_id}`}))
  return items.filter(({folder}) => run.text(nestedPath(folder, VERDICT)) !== undefined)
}

/** A job judged again from the verdicts of its items. */
export function expectJob(
  {run, journal, isMasked}: AuditSubject,
  reports: ItemReports,
  book: AuditBook,
): Expectation | NoExpectation {
  try {
    const planned = plannedIn(run)
    const fault = planFault({...planned, isMasked: isMasked(PLAN) || isMasked(JOB_INPUT)})
    if (fault !== undefined) book.fail('results', 'plan_contradiction', fault, PLAN)
    const ends = planned.items.flatMap((item) => endOf(item, run, book) ?? []).map((end) => withKept(end, run, reports))
    checkSkips(planned, ends, book)
    const outcome = jobOutcome(planned, ends, stopSignal(journal))
    const digest = digestOf(planned.plan.items.map(({unit}) => unit))
    if (!isMasked(PLAN) && run.manifest.plan_sha256 !== digestOf(planned.plan))
      book.fail('results', 'digest_mismatch', 'is not the plan that the manifest names', PLAN)
    return {outcome: lostEvents(outcome, run.manifest), documents: [], digests: {input_digest: digest}}
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    return {why: error.message, path: PLAN, isFault: true}
  }
}

function plannedIn(run: RecordedRun): PlannedJob {
  const plan = readAs(PLAN, () => parse(jobPlan, readJson(run.text(PLAN))))
  const job = readAs(JOB_INPUT, () => parse(jobContract, readJson(run.text(JOB_INPUT))))
  const items = plan.items.map((item): PlannedJobItem => {
    const step = stepOf(item, job)
    return {...item, step, traceId: stepIdOf(item)} as PlannedJobItem
  })
  return {job, plan, items}
}

/** What an item is called in the trace. */
export function stepIdOf({step_id: id, unit}: JobItem): string {
  const name = matrixCellName(unit.cell as Parameters<typeof matrixCellName>[0])
  return name ? `${id}.${name}` : id
}

function stepOf({step_id: id}: JobItem, {steps}: Job): JobStep {
  const found = steps.find((step) => step.id === id)
  if (found) return found
  throw new AssayError('file_unreadable', `${PLAN} of the run has an item of a step that the job has not`)
}

/** How an item ended by its own verdict; one without files was skipped, or never begun, as the result tells. */
function endOf(item: PlannedJobItem, run: RecordedRun, book: AuditBook): JobItemEnd | undefined {
  const path = nestedPath(`items/${item.item_id}`, VERDICT)
  const told = toldItem(item, run)
  const durationMs = durationOf(item, run)
  if (run.text(path) === undefined) {
    if (told === undefined) return undefined
    if (told.state !== 'skipped')
      book.fail('results', 'item_missing', 'is missing, though the result tells of it', path)
    const {state, reason} = told
    return {item, state, reason, durationMs: 0, isExpectedSkip: isExpectedSkip(reason), findings: []}
  }
  const verdict = readAs(path, (): Verdict => parse(verdictContract, readJson(run.text(path))))
  const findings = run.manifest.issues.flatMap((finding) => {
    const mark = `${item.traceId}: `
    return finding.message.startsWith(mark) ? [{...finding, message: finding.message.slice(mark.length)}] : []
  })
  const {state, exit} = verdict
  return {item, state, reason: exit.reason, durationMs, isExpectedSkip: false, findings}
}

/** What the item kept, with its report: computed again where it measured, else as its documents tell it. */
function withKept(end: JobItemEnd, run: RecordedRun, reports: ItemReports): JobItemEnd {
  const {item} = end
  const read = (path: string) => readJson(run.text(nestedPath(`items/${item.item_id}`, path)))
  const verdict = read(VERDICT) as Verdict | undefined
  if (verdict === undefined) return end
  const [result, timing] = [read(RESULT), read(TIMING)]
  const report =
    verdict.basis === 'none' ? keptReport(item.unit.use, {verdict, result, timing}) : reports.get(item.item_id)
  return {...end, kept: {result, report}}
}

function toldItem({item_id}: PlannedJobItem, run: RecordedRun): {state: VerdictState; reason: string} | undefined {
  const result = readJson(run.text('results/result.json')) as {items?: {item_id: string}[]} | undefined
  return result?.items?.find((one) => one.item_id === item_id) as {state: VerdictState; reason: string} | undefined
}

function durationOf({item_id}: PlannedJobItem, run: RecordedRun): number {
  const timing = readJson(run.text(TIMING)) as {items?: {item_id: string; duration_ms: number}[]} | undefined
  return timing?.items?.find((one) => one.item_id === item_id)?.duration_ms ?? 0
}

/** An item is skipped only where what it needs says so. */
function checkSkips({items}: PlannedJob, ends: readonly JobItemEnd[], book: AuditBook): void {
  const told = stepEnds(items, {ended: new Map(ends.map((end) => [end.item.item_id, endForOthers(end)]))})
  for (const {item, state, reason, durationMs} of ends) {
    if (state !== 'skipped' || durationMs > 0) continue
    // Earlier versions took a need that was skipped because nothing failed for one that failed.
    const waits = (item.step.when ?? 'success') === 'success'
    const earlier = waits ? item.step.needs?.find((need) => told.get(need) === 'not_needed') : undefined
    const isSo = reason === readiness(item.step, told) || (earlier !== undefined && reason === `need_failed:${earlier}`)
    if (!isSo)
      book.fail(
        'results',
        'skip_contradiction',
        `tells a skip of ${item.traceId} that does not follow`,
        'results/result.json',
      )
  }
}
