import type {WorkflowTrace} from '#contract/generated/types'
import {TraceBuilder} from '#trace/trace-builder'

/** One round of questions to a provider within a plan. */
export interface PlanStep {
  readonly operation: 'predict' | 'score' | 'policy'
  readonly provider: string
  readonly ms: number
}

/** The workflow trace of a plan: whom it asked, in order. Holds no candidates and no scores. */
export function planTrace(
  steps: readonly PlanStep[],
  {startedAt, workflowId, name}: {readonly startedAt: string; readonly workflowId: string; readonly name: string},
): WorkflowTrace {
  const builder = new TraceBuilder()
  builder.add({stepId: 'plan', operation: 'plan'}, {group: true})
  for (const [at, {operation, provider, ms}] of steps.entries()) {
    const stepId = `plan:${operation}-${at + 1}`
    builder.add({stepId, parentId: 'plan', operation, provider, capability: operation})
    builder.start(stepId, startedAt)
    builder.finish(stepId, {status: 'success', durationMs: ms})
  }
  return builder.toTrace({workflowId, name})
}
