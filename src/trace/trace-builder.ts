import type {ArtifactReference, StepStatus, Summary, TraceStep, WorkflowTrace} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {cutText} from '#error/cut-text'
import {countStatuses, deriveStatus, withGroupNeed, withGroupStatus} from './status.ts'

/** A step as its author knows it. The builder takes no status: it comes from what happens. */
export interface StepFacts {
  readonly stepId: string
  readonly parentId?: string
  readonly operation: string
  readonly provider?: string
  readonly capability?: string
  readonly required?: boolean
  readonly simulated?: boolean
  readonly startedAt?: string
  readonly inputs?: readonly ArtifactReference[]
}

export interface StepResult {
  readonly status: Exclude<StepStatus, 'pending' | 'running'>
  readonly attempts?: number
  readonly durationMs?: number
  readonly errorSummary?: string
  readonly skipReason?: string
  readonly outputs?: readonly ArtifactReference[]
}

const MOST_SUMMARY_CHARACTERS = 500
const STEP_ID = /^[A-Za-z0-9_.:-]{1,128}$/

/** Collects steps in the order they were announced and closes into a trace that cannot contradict them. */
export class TraceBuilder {
  readonly #steps = new Map<string, TraceStep>()
  readonly #groups = new Set<string>()

  /** A pending step; `group` marks one that only holds others. Throws `invalid_input` for a taken or malformed id or an unknown parent. */
  add(facts: StepFacts, options: {group?: boolean} = {}): void {
    const id = facts.stepId
    if (!STEP_ID.test(id)) throw new AssayError('invalid_input', 'a step id is 1 to 128 of A-Z a-z 0-9 _ . : -')
    if (this.#steps.has(id)) throw new AssayError('invalid_input', `the step ${id} was announced before`)
    if (facts.parentId !== undefined && !this.#steps.has(facts.parentId)) {
      throw new AssayError('invalid_input', `the step ${id} names the unknown parent ${facts.parentId}`)
    }
    if (options.group) this.#groups.add(id)
    this.#steps.set(id, toStep(facts))
  }

  start(stepId: string, startedAt: string): void {
    const step = this.#open(stepId)
    this.#steps.set(stepId, {...step, status: 'running', attempts: 1, started_at: startedAt})
  }

  /** The last word on a step; a second one is refused (`invalid_input`). */
  finish(stepId: string, result: StepResult): void {
    const step = this.#open(stepId)
    this.#steps.set(stepId, {
      ...step,
      status: result.status,
      attempts: result.attempts ?? step.attempts,
      ...(result.durationMs !== undefined && {duration_ms: result.durationMs}),
      ...(result.errorSummary !== undefined && {error_summary: cutText(result.errorSummary, MOST_SUMMARY_CHARACTERS)}),
      ...(result.skipReason !== undefined && {skip_reason: result.skipReason}),
      output_artifacts: [...(result.outputs ?? [])],
    })
  }

  statusOf(stepId: string): StepStatus | undefined {
    return this.#steps.get(stepId)?.status
  }

  /** Ends what is still open: running steps as told, pending ones as skipped (`not_run`); groups without children go. */
  close(running: 'cancelled' | 'failed'): void {
    const parents = new Set([...this.#steps.values()].map((step) => step.parent_id))
    for (const [id, step] of this.#steps) {
      if (this.#groups.has(id) && parents.has(id)) continue
      if (step.status === 'running') this.finish(id, {status: running, errorSummary: 'no_terminal_event'})
      if (step.status === 'pending') this.finish(id, {status: 'skipped', skipReason: 'not_run'})
    }
  }

  /** Every step as a trace would hold it now. */
  soFar(): TraceStep[] {
    return withGroupStatus(withGroupNeed([...this.#steps.values()]))
  }

  toTrace(head: {workflowId: string; name: string; runId?: string; metadata?: Summary}): WorkflowTrace {
    const steps = this.soFar()
    return {
      schema_version: 1,
      workflow_id: head.workflowId,
      ...(head.runId !== undefined && {run_id: head.runId}),
      name: head.name,
      status: deriveStatus(steps),
      safe_to_attach: true,
      step_count: steps.length,
      status_counts: countStatuses(steps),
      metadata: head.metadata ?? {},
      steps,
    }
  }

  #open(stepId: string): TraceStep {
    const step = this.#steps.get(stepId)
    if (step && (step.status === 'pending' || step.status === 'running')) return step
    throw new AssayError('invalid_input', `the step ${stepId} ${step ? 'has ended' : 'was never announced'}`)
  }
}

function toStep(facts: StepFacts): TraceStep {
  return {
    step_id: facts.stepId,
    parent_id: facts.parentId ?? null,
    operation: facts.operation,
    status: 'pending',
    required: facts.required ?? true,
    provider: facts.provider ?? null,
    capability: facts.capability ?? null,
    attempts: 0,
    ...(facts.simulated !== undefined && {simulated: facts.simulated}),
    input_artifacts: [...(facts.inputs ?? [])],
    output_artifacts: [],
  }
}
