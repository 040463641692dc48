import type {JobStep} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import type {DraftIssue} from '#document/document-issues'
import {partsOf} from '#document/pointer'
import type {Issue} from '#error/assay-error'
import {withNearest} from '#error/nearest'
import {anyReference} from './substitute.ts'

const MOST_CELLS = 256

/** A step that its own schema takes, and its place in the file. */
export interface SoundStep {
  readonly at: number
  readonly step: JobStep
}

/** Without these, or with faulty ones, nothing more can be said of a step: what it does hangs on them. */
const VITAL: readonly (string | undefined)[] = [undefined, 'id', 'use', 'with', 'matrix']

/** Steps that can be looked at though others are faulty, without those of their own keys that are and can be done without. `faults`: of the schema of jobs. */
export function soundSteps(document: unknown, faults: readonly DraftIssue[]): SoundStep[] {
  return stepsIn(document).flatMap((step, at): SoundStep[] => {
    const own = faults.filter(({pointer}) => isBelow(pointer, `/steps/${at}`))
    const keys = own.map(({pointer}) => partsOf(pointer)[2])
    if (!isRecord(step) || keys.some((key) => VITAL.includes(key))) return []
    const kept = Object.entries(step).filter(([key]) => !keys.includes(key))
    return [{at, step: Object.fromEntries(kept) as unknown as JobStep}]
  })
}

/** What is wrong between the steps of a document, with places in it. */
export function graphOf(document: unknown, sound: readonly SoundStep[]): DraftIssue[] {
  const others = stepsIn(document).flatMap((step, at) =>
    isRecord(step) && typeof step['id'] === 'string' && sound.every((one) => one.at !== at) ? [step['id']] : [],
  )
  return placed(
    graphIssues(
      sound.map(({step}) => step),
      others,
    ),
    sound,
  )
}

/** Issues of a list of steps as places in the file. */
export function placed(issues: readonly DraftIssue[], steps: readonly SoundStep[]): DraftIssue[] {
  return issues.map((issue) => ({
    ...issue,
    pointer: issue.pointer.replace(/^\/steps\/(\d+)/, (_, at) => `/steps/${steps[Number(at)]?.at ?? at}`),
  }))
}

export const isBelow = (pointer: string, place: string) => pointer === place || pointer.startsWith(`${place}/`)

function stepsIn(document: unknown): readonly unknown[] {
  return isRecord(document) && Array.isArray(document['steps']) ? document['steps'] : []
}

/** What a schema cannot say of a job's steps: ids unique, needs known and without a cycle, matrices of bearable size, one upgrade at most. `others`: ids of steps that are not looked at. */
export function graphIssues(steps: readonly JobStep[], others: readonly string[] = []): Issue[] {
  const ids = new Set(steps.map(({id}) => id))
  const issues = twiceNamed(steps, others)
  for (const [at, step] of steps.entries()) {
    for (const [place, need] of (step.needs ?? []).entries()) {
      if (!ids.has(need) && !others.includes(need))
        issues.push(
          issue(`/steps/${at}/needs/${place}`, 'unknown_need', withNearest('names no step', need, [...ids, ...others])),
        )
    }
    const cells = Object.values(step.matrix ?? {}).reduce((product, values) => product * values.length, 1)
    if (cells > MOST_CELLS) issues.push(issue(`/steps/${at}/matrix`, 'cells', `has more than ${MOST_CELLS} cells`))
    issues.push(...referenceIssues(step, at))
  }
  issues.push(...upgradeIssues(steps))
  // Which of two steps a need means, nobody knows.
  const isClear = ids.size === steps.length && others.every((id) => !ids.has(id))
  return isClear ? [...issues, ...cycleIssues(steps)] : issues
}

/** Values of a matrix name items, so they are what they are: a reference in one would go on to the step as its own text. */
function referenceIssues({matrix = {}}: JobStep, at: number): Issue[] {
  return Object.entries(matrix).flatMap(([axis, values]) =>
    values.flatMap((value, place) => {
      const reference = typeof value === 'string' ? anyReference(value) : undefined
      if (reference === undefined) return []
      const message = `is taken as it stands: ${reference} stands for a value in "with" alone`
      return [issue(`/steps/${at}/matrix/${axis}/${place}`, 'reference', message)]
    }),
  )
}

function twiceNamed(steps: readonly JobStep[], others: readonly string[]): Issue[] {
  return steps.flatMap(({id}, at) => {
    const isLater = steps.findIndex((step) => step.id === id) < at
    if (isLater) return [issue(`/steps/${at}/id`, 'unique', 'is the id of an earlier step')]
    return others.includes(id) ? [issue(`/steps/${at}/id`, 'unique', 'is the id of another step')] : []
  })
}

/** An upgrade goes by the name of the run that began it, and a job is one run. */
function upgradeIssues(steps: readonly JobStep[]): Issue[] {
  const begins = steps.flatMap((step, at) =>
    step.use === 'node.upgrade' && !GOES_ON.some((key) => key in (step.with ?? {})) ? [{step, at}] : [],
  )
  const message = 'begins a second upgrade: a job is one run, and an upgrade goes by the run that began it'
  const second = begins.slice(1).map(({at}) => issue(`/steps/${at}/use`, 'one_upgrade', message))
  const cells = begins.slice(0, 1).filter(({step}) => Object.values(step.matrix ?? {}).some(({length}) => length > 1))
  return [...second, ...cells.map(({at}) => issue(`/steps/${at}/matrix`, 'one_upgrade', message))]
}

const GOES_ON = ['resume', 'abort', 'finalise']

function cycleIssues(steps: readonly JobStep[]): Issue[] {
  const needs = new Map(steps.map((step) => [step.id, step.needs ?? []]))
  return steps.flatMap(({id}, at) =>
    allNeeds(id, needs).has(id) ? [issue(`/steps/${at}/needs`, 'cycle', 'leads back to the step itself')] : [],
  )
}

/** What a step needs, what that needs, and so on; a need that is no step here leads nowhere. */
function allNeeds(id: string, needs: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const all = new Set(needs.get(id))
  // What is added on the way is come to later.
  for (const one of all) for (const next of needs.get(one) ?? []) all.add(next)
  return all
}

const issue = (pointer: string, rule: string, message: string): Issue => ({pointer, rule, message})
