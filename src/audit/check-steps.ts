import type {JournalRecord, TraceStep, Verdict} from '#contract/generated/types'
import {workflowTrace} from '#contract/generated/workflow-trace'
import {issuesOf} from '#contract/parse'
import {cutText} from '#error/cut-text'
import {nestedStepId} from '#job/nest-recorder'
import {JOURNAL, TRACE_JSON} from '#run/layout'
import type {RecordedRun} from '#run/read-recorded'
import type {AuditBook} from './audit.ts'
import {readJson} from './recorded-facts.ts'
import {firstDifference} from './same-document.ts'

const MOST_SUMMARY = 500
const MOST_SKIP_REASON = 200
const VERDICT_STEP = 'verdict'

type Told = Readonly<Partial<Record<'status' | 'error_summary' | 'skip_reason' | 'duration_ms', unknown>>>

/** The steps of a run by id, if it has a valid trace. */
export class StepsOfRun {
  readonly #steps: ReadonlyMap<string, TraceStep> | undefined
  readonly #book: AuditBook

  constructor(run: RecordedRun, book: AuditBook) {
    const trace = readJson(run.text(TRACE_JSON))
    const isTrace = trace !== undefined && issuesOf(workflowTrace, trace) === undefined
    const steps = isTrace ? (trace as {steps: TraceStep[]}).steps : undefined
    this.#steps = steps && new Map(steps.map((step) => [step.step_id, step]))
    this.#book = book
  }

  /** Checks that the trace states of each step what the journal recorded at its end; a step without an end in the journal must have been open. */
  checkJournal(journal: readonly JournalRecord[]): void {
    if (this.#steps === undefined || journal.length === 0) return
    const ends = new Map(
      journal.filter(({type}) => type === 'step.finished').map(({data}) => [String(member(data, 'step_id')), data]),
    )
    const parents = new Set([...this.#steps.values()].map(({parent_id}) => parent_id))
    for (const [id, step] of this.#steps) {
      const end = ends.get(id)
      const isGroup = parents.has(id)
      if (end === undefined) {
        if (!isGroup && !isOpenEnd(step)) this.#fail(`tells an end of the step ${id}, and the journal none`)
        continue
      }
      const differs = MEMBERS.find((name) => (name !== 'status' || !isGroup) && isOther(step[name], end, name))
      if (differs !== undefined) this.#fail(`tells another ${differs} of the step ${id} than the journal`)
    }
    for (const id of ends.keys())
      if (!this.#steps.has(id)) this.#fail(`tells of the step ${id}, and the trace does not`, JOURNAL)
  }

  /** Checks that the last step of a run, or of an item below `parent`, states its verdict and the reason. */
  checkVerdict({state, exit}: Verdict, parent?: string): void {
    const id = parent === undefined ? VERDICT_STEP : nestedStepId(parent, VERDICT_STEP)
    const step = this.#steps?.get(id)
    if (this.#steps === undefined) return
    if (step === undefined) {
      // An interrupted run may never have reached the step.
      if (state !== 'interrupted') this.#fail(`has no step ${id}`)
      return
    }
    const isBad = state !== 'pass' && state !== 'skipped'
    const made: Told = {
      status: STATUS.get(state) ?? 'failed',
      ...(isBad && {error_summary: cutText(exit.reason, MOST_SUMMARY)}),
      ...(state === 'skipped' && {skip_reason: cutText(exit.reason, MOST_SKIP_REASON)}),
    }
    // If a signal came at the very end, it ended the step but not the verdict.
    if (step.error_summary === NO_END) return
    const differs = (['status', 'error_summary', 'skip_reason'] as const).find(
      (name) => firstDifference(step[name] ?? null, made[name] ?? null) !== undefined,
    )
    if (differs !== undefined) this.#fail(`tells another ${differs} of the step ${id} than the verdict`)
  }

  /** Checks that a step ended as its work did: `isGood` according to the record, undefined for work that was left out. */
  checkWork(name: string, isGood: boolean | undefined, parent?: string): void {
    const id = parent === undefined ? name : nestedStepId(parent, name)
    const step = this.#steps?.get(id)
    if (this.#steps === undefined || step?.error_summary === NO_END || step?.status === 'cancelled') return
    const made = isGood === undefined ? 'skipped' : isGood ? 'success' : 'failed'
    // Work that failed before it began has no step.
    if (step?.status !== made && (step !== undefined || isGood === true))
      this.#fail(`tells ${step?.status ?? 'nothing'} of the step ${id}, and its record ${made}`)
  }

  /** Checks that a step whose work was broken off has no recorded end. */
  checkBrokenOff(name: string, parent: string): void {
    const id = nestedStepId(parent, name)
    const step = this.#steps?.get(id)
    if (step === undefined || step.error_summary === NO_END) return
    this.#fail(`tells an end of the step ${id}, and its record none`)
  }

  #fail(message: string, path: string = TRACE_JSON): void {
    this.#book.fail('verdict', 'trace_contradiction', message, path)
  }
}

const MEMBERS = ['status', 'error_summary', 'skip_reason', 'duration_ms'] as const
const NO_END = 'no_terminal_event'
const STATUS: ReadonlyMap<Verdict['state'], TraceStep['status']> = new Map([
  ['pass', 'success'],
  ['skipped', 'skipped'],
  ['interrupted', 'cancelled'],
])

const member = (data: object, name: string): unknown => new Map<string, unknown>(Object.entries(data)).get(name)

function isOther(told: unknown, end: object, name: string): boolean {
  const own = member(end, name)
  const made = name === 'error_summary' && typeof own === 'string' ? cutText(own, MOST_SUMMARY) : own
  return firstDifference(told ?? null, made ?? null) !== undefined
}

/** Whether a step was closed by the end of the run instead of by its own end. */
function isOpenEnd({status, error_summary: summary, skip_reason: reason}: TraceStep): boolean {
  if (status === 'skipped') return reason === 'not_run'
  return (status === 'cancelled' || status === 'failed') && summary === NO_END
}
