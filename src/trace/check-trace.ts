import type {TraceStep, WorkflowTrace} from '#contract/generated/types'
import {workflowTrace} from '#contract/generated/workflow-trace'
import {parse} from '#contract/parse'
import type {Issue} from '#error/assay-error'
import {AssayError} from '#error/assay-error'
import {countStatuses, deriveStatus, STEP_STATUSES, withGroupStatus} from './status.ts'

/**
 * A trace as read from outside: schema, ids, parents, and every derived field computed anew. Throws `schema_invalid`,
 * `schema_too_new` or `trace_contradiction` with all issues.
 */
export function parseTrace(value: unknown): WorkflowTrace {
  const trace = parse(workflowTrace, value)
  const issues = contradictions(trace)
  if (issues.length === 0) return trace
  throw new AssayError('trace_contradiction', `the workflow trace contradicts its steps in ${issues.length} places`, {
    issues,
  })
}

/** Everything a trace claims that its steps do not bear out. */
export function contradictions(trace: WorkflowTrace): Issue[] {
  const structure = structureIssues(trace.steps)
  return structure.length > 0 ? structure : derivedIssues(trace)
}

function structureIssues(steps: readonly TraceStep[]): Issue[] {
  const issues: Issue[] = []
  const parents = new Map<string, string | null>()
  for (const [at, step] of steps.entries()) {
    if (parents.has(step.step_id)) issues.push(issue(`/steps/${at}/step_id`, 'unique', 'is there twice'))
    parents.set(step.step_id, step.parent_id)
  }
  for (const [at, step] of steps.entries()) {
    if (step.parent_id !== null && !parents.has(step.parent_id)) {
      issues.push(issue(`/steps/${at}/parent_id`, 'parent', 'names no step'))
    } else if (isOwnAncestor(step.step_id, parents)) {
      issues.push(issue(`/steps/${at}/parent_id`, 'cycle', 'leads back to the step itself'))
    }
  }
  return issues
}

function isOwnAncestor(id: string, parents: ReadonlyMap<string, string | null>): boolean {
  let above = parents.get(id) ?? null
  for (let hops = 0; above !== null && hops <= parents.size; hops++) {
    if (above === id) return true
    above = parents.get(above) ?? null
  }
  return false
}

function derivedIssues(trace: WorkflowTrace): Issue[] {
  const issues: Issue[] = []
  const settled = withGroupStatus(trace.steps)
  for (const [at, step] of trace.steps.entries()) {
    if (settled[at]?.status !== step.status) {
      issues.push(issue(`/steps/${at}/status`, 'derived', 'differs from the status of its children'))
    }
  }
  if (trace.status !== deriveStatus(settled)) issues.push(issue('/status', 'derived', 'differs from the steps'))
  if (trace.step_count !== trace.steps.length) issues.push(issue('/step_count', 'derived', 'differs from the steps'))
  const counts = countStatuses(trace.steps)
  for (const status of STEP_STATUSES) {
    if (trace.status_counts[status] !== counts[status]) {
      issues.push(issue(`/status_counts/${status}`, 'derived', 'differs from the steps'))
    }
  }
  return issues
}

const issue = (pointer: string, rule: string, message: string): Issue => ({pointer, rule, message})
