import type {StepStatus, WorkflowTrace} from '#contract/generated/types'

/** What deriving needs of a step. */
export interface StatusOfStep {
  readonly step_id: string
  readonly parent_id: string | null
  readonly status: StepStatus
  readonly required: boolean
}

export const STEP_STATUSES = ['pending', 'running', 'success', 'failed', 'skipped', 'cancelled'] as const

/** Status of a workflow from its steps; the first rule that matches wins. An empty workflow has no status: throws. */
export function deriveStatus(steps: readonly StatusOfStep[]): StepStatus {
  if (steps.length === 0) throw new RangeError('a workflow has at least one step')
  const has = (status: StepStatus) => steps.some((step) => step.status === status)
  const isStarted = steps.some((step) => step.status !== 'pending')
  if (has('failed')) return 'failed'
  if (has('running') || (has('pending') && isStarted)) return 'running'
  if (has('pending')) return 'pending'
  if (has('cancelled')) return 'cancelled'
  const skipped = steps.filter((step) => step.status === 'skipped')
  if (skipped.some((step) => step.required) || skipped.length === steps.length) return 'skipped'
  return 'success'
}

export function countStatuses(steps: readonly StatusOfStep[]): WorkflowTrace['status_counts'] {
  const counts = {pending: 0, running: 0, success: 0, failed: 0, skipped: 0, cancelled: 0}
  for (const step of steps) counts[step.status]++
  return counts
}

/** A step that only holds optional ones is optional itself: else leaving them out would leave the workflow open. */
export function withGroupNeed<Step extends StatusOfStep>(steps: readonly Step[]): Step[] {
  const children = Map.groupBy(steps, (step) => step.parent_id)
  const isNeeded = (step: Step): boolean => step.required && (children.get(step.step_id)?.some(isNeeded) ?? true)
  return steps.map((step) => ({...step, required: isNeeded(step)}))
}

/** Steps with children take the status derived from them, innermost first; the others keep their own. */
export function withGroupStatus<Step extends StatusOfStep>(steps: readonly Step[]): Step[] {
  const children = Map.groupBy(steps, (step) => step.parent_id)
  const settle = (step: Step): Step => {
    const below = children.get(step.step_id)
    return below ? {...step, status: deriveStatus(below.map(settle))} : step
  }
  return steps.map(settle)
}
