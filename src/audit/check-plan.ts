import type {Job, JobItem, JobPlan} from '#contract/generated/types'
import {cellsOf, type MatrixCell} from '#job/matrix'
import {itemIdentity} from '#job/plan-job'
import {substitute} from '#job/substitute'
import {hasMarks} from '#redact/mark'
import {firstDifference} from './same-document.ts'

/** What a run stored of a job, and the plan that it made of it. */
interface KeptPlan {
  readonly plan: JobPlan
  readonly job: Job
  /** Whether the files are masked copies: identities are then those of the originals. */
  readonly isMasked: boolean
}

/**
 * Why a plan does not follow from its job: it must have an item for each cell of each step, in order, with what the step asks for.
 * Undefined if it follows.
 */
export function planFault({plan, job, isMasked}: KeptPlan): string | undefined {
  const wanted = job.steps.flatMap((step) => cellsOf(step.matrix).map((cell) => ({step, cell})))
  if (plan.job !== job.name) return '/job is not the name of the job'
  if (plan.items.length !== wanted.length)
    return `/items are ${plan.items.length}, and the job of the run asks for ${wanted.length}`
  for (const [at, {step, cell}] of wanted.entries()) {
    const item = plan.items[at]
    if (item === undefined) return `/items/${at} is missing`
    const fault = itemFault(item, {ordinal: at, step_id: step.id, unit: {use: step.use, with: step.with ?? {}, cell}})
    if (fault !== undefined) return `/items/${at}${fault} is not what the job of the run asks for`
    if (!isMasked && !hasMarks(JSON.stringify(item)) && item.identity_sha256 !== itemIdentity(step, item.unit).identity)
      return `/items/${at}/identity_sha256 is not that of the item`
    if (!item.identity_sha256.startsWith(`sha256:${item.item_id}`)) return `/items/${at}/item_id is not of its identity`
  }
  return undefined
}

interface WantedItem {
  readonly ordinal: number
  readonly step_id: string
  readonly unit: {readonly use: string; readonly with: object; readonly cell: MatrixCell}
}

/** Pointer to the first difference between an item and what was asked for. */
function itemFault({ordinal, step_id, unit}: JobItem, wanted: WantedItem): string | undefined {
  const told = {ordinal, step_id, unit: {use: unit.use, cell: unit.cell}}
  const {ordinal: place, step_id: id, unit: asked} = wanted
  const different = firstDifference(told, {ordinal: place, step_id: id, unit: {use: asked.use, cell: asked.cell}})
  if (different !== undefined) return different
  const bound = substitute(asked.with, {inputs: {}, matrix: asked.cell}, '').value
  const unlike = firstDifference(unit.with, withInputs(bound, unit.with))
  return unlike === undefined ? undefined : `/unit/with${unlike === '/' ? '' : unlike}`
}

const INPUT = /\{inputs\.[\w-]+\}/g

/** The wanted value, with the item's value where it contains an input: a caller chose that, and no document stores it. */
function withInputs(asked: unknown, told: unknown): unknown {
  if (typeof asked === 'string') return asked.search(INPUT) >= 0 && isFilled(asked, told) ? told : asked
  if (Array.isArray(asked)) return asked.map((item, at) => withInputs(item, Array.isArray(told) ? told[at] : undefined))
  if (typeof asked !== 'object' || asked === null) return asked
  const known = new Map(Object.entries(typeof told === 'object' && told !== null ? told : {}))
  return Object.fromEntries(Object.entries(asked).map(([key, item]) => [key, withInputs(item, known.get(key))]))
}

/** Whether a value is the text with its inputs filled in: the parts between them must occur in that order. */
function isFilled(asked: string, told: unknown): boolean {
  const [head = '', ...parts] = asked.split(INPUT)
  const tail = parts.pop() ?? ''
  if (head === '' && tail === '' && parts.length === 0) return typeof told !== 'object' && told !== undefined
  if (typeof told !== 'string' || !told.startsWith(head)) return false
  let from = head.length
  for (const part of parts) {
    const at = told.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return told.length - tail.length >= from && told.endsWith(tail)
}
