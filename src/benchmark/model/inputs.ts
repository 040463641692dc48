import {benchmarkInputs} from '#contract/generated/benchmark-inputs'
import type {BenchmarkFlatInputs, BenchmarkInputCase, BenchmarkInputs} from '#contract/generated/types'
import {issuesOf} from '#contract/parse'
import type {CallerDocument} from '#document/document'
import {type DraftIssue, placeIssues, schemaIssues} from '#document/document-issues'
import {documentRefusal} from '#document/document-refusal'
import type {AssayError, Issue} from '#error/assay-error'
import type {ClipAnswer} from '#provider/model/provider'

/** One case with the clip in memory: all that a measuring process needs, in plain values. */
export interface ResolvedInputs extends Omit<BenchmarkInputCase, 'transfer_clip'> {
  readonly transfer_clip?: ClipAnswer
}

/** A case of the file, completed with what stands beside `cases`, and its place in the file. */
export interface WrittenCase {
  readonly pointer: string
  readonly inputs: BenchmarkInputCase
}

type Wrapped = Extract<BenchmarkInputs, {inputs: unknown}>

/** The cases of a document; one if it has no list. Throws `inputs_invalid` with every issue by pointer, line and column. */
export function readInputs(document: CallerDocument, isClean: (key: string) => boolean): readonly WrittenCase[] {
  const {value} = document
  if (issuesOf(benchmarkInputs, value) !== undefined) {
    throw invalidInputs(document, placeIssues(shapeIssues(value), document, isClean))
  }
  const isWrapped = hasInputs(value)
  const base = isWrapped ? '/inputs' : ''
  const {cases, ...shared} = isWrapped ? (value as Wrapped).inputs : (value as BenchmarkFlatInputs)
  if (cases === undefined) return [{pointer: base, inputs: shared}]
  return cases.map((inputs, at) => ({pointer: `${base}/cases/${at}`, inputs: {...shared, ...inputs}}))
}

export function invalidInputs(document: CallerDocument, issues: readonly Issue[]): AssayError {
  return documentRefusal(document, {code: 'inputs_invalid', what: 'breaks the rules of benchmark inputs'}, issues)
}

/** Issues with the form that the value has. Both forms are one union, so the validator reports a fault against each of them. */
function shapeIssues(value: unknown): readonly DraftIssue[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{pointer: '', rule: 'type', message: 'must be an object'}]
  }
  if (hasInputs(value)) return schemaIssues(benchmarkInputs, value).filter(({pointer}) => isOfWrapped(pointer, value))
  const issues = schemaIssues(benchmarkInputs, {inputs: value})
  return issues
    .filter(({pointer, onKey}) => pointer.startsWith('/inputs') && !(onKey && pointer === '/inputs'))
    .map(withoutWrap)
}

function hasInputs(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'inputs' in value
}

/** Whether an issue concerns the wrapped form. The flat form does not know its two keys, and reports them as faults. */
function isOfWrapped(pointer: string, value: object): boolean {
  if (pointer === '/inputs') return typeof Reflect.get(value, 'inputs') !== 'object'
  return pointer !== '' && pointer !== '/metadata'
}

function withoutWrap(issue: DraftIssue): DraftIssue {
  return {...issue, pointer: issue.pointer.replace('/inputs', '')}
}
