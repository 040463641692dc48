import type {Job, JobItem, JobPlan, JobStep} from '#contract/generated/types'
import type {Digest} from '#contract/ids'
import {digestOf} from '#digest/canonical-json'
import type {DraftIssue} from '#document/document-issues'
import type {AssayError, Issue} from '#error/assay-error'
import type {Redactor} from '#redact/redactor'
import {cellsOf, LONGEST_CELL_NAME, matrixCellName} from './matrix.ts'
import {type JobValue, substitute} from './substitute.ts'
import {withIssues} from './with-contract.ts'

const IDENTITY_VERSION = 1
const EVALUATOR_VERSION = 1

/** An item with what running needs beyond the plan on disk. */
export interface PlannedJobItem extends JobItem {
  readonly step: JobStep
  /** The id in the trace: the step's, with the cell behind it. */
  readonly traceId: string
}

export interface PlannedJob {
  readonly job: Job
  readonly plan: JobPlan
  readonly items: readonly PlannedJobItem[]
}

/** Makes the error for issues that have no place yet. */
export type Refuse = (issues: readonly DraftIssue[]) => AssayError

/**
 * Everything a job will do, before anything is done: steps times cells, references replaced, `with` checked. Pure; equal
 * input gives an equal plan. Throws what `refuse` makes of every issue. `sha256`: of the job file.
 */
export function planJobItems(
  {job, sha256}: {readonly job: Job; readonly sha256: Digest},
  inputs: Readonly<Record<string, JobValue>>,
  refuse: Refuse,
): PlannedJob {
  const issues: DraftIssue[] = []
  const items = job.steps.flatMap((step, at) =>
    cellsOf(step.matrix).map((cell): Omit<PlannedJobItem, 'ordinal'> => {
      const pointer = `/steps/${at}/with`
      const bound = substitute(step.with ?? {}, {inputs, matrix: cell}, pointer)
      issues.push(...bound.issues, ...withIssues(step.use, bound.value, pointer))
      return itemOf(step, cell, bound.value as Record<string, unknown>)
    }),
  )
  issues.push(...twinIssues(items, job.steps))
  if (issues.length > 0) throw refuse(issues)
  const planned = items.map((item, ordinal) => ({...item, ordinal}))
  const plan: JobPlan = {
    schema_version: 1,
    job: job.name,
    job_sha256: sha256,
    items: planned.map(({step, traceId, ...item}) => item),
  }
  return {job, plan, items: planned}
}

/** A plan as a run keeps it: whoever has the run can compute it again, and no secret can be guessed from it. */
export function keptPlan({plan}: PlannedJob, redactor: Pick<Redactor, 'value'>): {plan: JobPlan; sha256: Digest} {
  const kept = redactor.value(plan) as unknown as JobPlan
  return {plan: kept, sha256: digestOf(kept)}
}

function itemOf(
  step: JobStep,
  cell: Record<string, JobValue>,
  bound: Record<string, unknown>,
): Omit<PlannedJobItem, 'ordinal'> {
  const unit = {use: step.use, with: bound, cell}
  const {identity, providers} = itemIdentity(step, unit)
  const name = matrixCellName(cell)
  return {
    item_id: identity.slice('sha256:'.length, 'sha256:'.length + 16),
    identity_sha256: identity,
    step_id: step.id,
    unit,
    exclusive: step.use === 'benchmark',
    provider_identity: providers,
    inputs: [],
    step,
    traceId: name ? `${step.id}.${name}` : step.id,
  }
}

/** What tells items apart: the digest of the step and of all that it asks for. */
export function itemIdentity(
  {id}: Pick<JobStep, 'id'>,
  unit: JobItem['unit'],
): {identity: Digest; providers: string[]} {
  const {providers: named} = unit.with as {providers?: unknown}
  const providers = Array.isArray(named) ? named.map(String) : []
  const identity = digestOf({
    identity_version: IDENTITY_VERSION,
    evaluator_version: EVALUATOR_VERSION,
    step: id,
    ...unit,
    provider_identity: providers,
  })
  return {identity, providers}
}

/** Names of cells keep less than their values do. */
function twinIssues(items: readonly Pick<PlannedJobItem, 'step' | 'traceId'>[], steps: readonly JobStep[]): Issue[] {
  const twins = [...Map.groupBy(items, ({traceId}) => traceId).values()].filter((same) => same.length > 1)
  return twins.flatMap(([first]) => (first ? [twinIssue(first.traceId, steps.indexOf(first.step))] : []))
}

function twinIssue(traceId: string, at: number): Issue {
  const kept = `names keep letters, digits, "_", "." and "-" of values, and ${LONGEST_CELL_NAME} characters`
  const message = `gives several items the name ${traceId}: ${kept}`
  return {pointer: `/steps/${at}/matrix`, rule: 'unique', message}
}
