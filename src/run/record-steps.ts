import type {ArtifactReference, TraceStep, WorkflowTrace} from '#contract/generated/types'
import {type Clock, elapsedMs, timestamp} from '#random/clock'
import {TraceBuilder} from '#trace/trace-builder'
import type {RunActivity} from './run-activity.ts'
import type {StepEnd, StepStart, Steps} from './run-recorder.ts'
import type {JournalWriter} from './write-journal.ts'

/** Records every step in the journal, on disk before the call resolves, and in the trace that is written at the end. */
export class RecordedSteps implements Steps {
  readonly #journal: Pick<JournalWriter, 'append'>
  readonly #clock: Clock
  readonly #builder = new TraceBuilder()
  readonly #begun = new Map<string, bigint>()
  readonly #referenceTo: (path: string) => ArtifactReference
  readonly #activity: Pick<RunActivity, 'grouped' | 'began' | 'ended'> | undefined

  constructor(
    journal: Pick<JournalWriter, 'append'>,
    clock: Clock,
    referenceTo: (path: string) => ArtifactReference,
    activity?: Pick<RunActivity, 'grouped' | 'began' | 'ended'>,
  ) {
    this.#activity = activity
    this.#journal = journal
    this.#clock = clock
    this.#referenceTo = referenceTo
  }

  async group(step: StepStart): Promise<void> {
    this.#builder.add(this.#facts(step), {group: true})
    this.#activity?.grouped(step)
  }

  async start(step: StepStart): Promise<void> {
    this.#builder.add(this.#facts(step))
    await this.#journal.append('step.started', {
      step_id: step.stepId,
      operation: step.operation,
      ...(step.parentId !== undefined && {parent_id: step.parentId}),
      ...(step.provider !== undefined && {provider: step.provider}),
    })
    this.#begun.set(step.stepId, this.#clock.monotonicNs())
    this.#builder.start(step.stepId, timestamp(this.#clock.nowMs()))
    this.#activity?.began(step)
  }

  async finish(stepId: string, end: StepEnd): Promise<void> {
    const begun = this.#begun.get(stepId)
    const durationMs = end.durationMs ?? (begun === undefined ? undefined : elapsedMs(this.#clock, begun))
    const {outputs, ...result} = end
    this.#builder.finish(stepId, {
      ...result,
      outputs: (outputs ?? []).map(this.#referenceTo),
      ...(durationMs !== undefined && {durationMs}),
    })
    this.#activity?.ended(stepId, end, durationMs)
    await this.#journal.append('step.finished', {
      step_id: stepId,
      status: end.status,
      ...(durationMs !== undefined && {duration_ms: durationMs}),
      ...(end.skipReason !== undefined && {skip_reason: end.skipReason}),
      ...(end.errorSummary !== undefined && {error_summary: end.errorSummary}),
    })
  }

  async skip(step: StepStart, skipReason: string): Promise<void> {
    this.#builder.add(this.#facts(step))
    await this.finish(step.stepId, {status: 'skipped', skipReason})
  }

  /** Ends the steps that are still open; `running` is the status for those that are in progress. */
  closeOpen(running: 'cancelled' | 'failed'): void {
    this.#builder.close(running)
  }

  soFar(): readonly TraceStep[] {
    return this.#builder.soFar()
  }

  toTrace(head: {workflowId: string; name: string; runId: string}): WorkflowTrace {
    return this.#builder.toTrace(head)
  }

  #facts(step: StepStart) {
    const {inputs, ...facts} = step
    return {...facts, inputs: (inputs ?? []).map(this.#referenceTo)}
  }
}
