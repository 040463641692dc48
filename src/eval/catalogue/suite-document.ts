import {evalSuiteFile} from '#contract/generated/eval-suite'
import type {EvalSuiteFile} from '#contract/generated/types'
import {issuesOf} from '#contract/parse'
import type {CallerDocument} from '#document/document'
import {type DraftIssue, placeIssues, schemaIssues} from '#document/document-issues'
import {documentRefusal} from '#document/document-refusal'
import type {AssayError, Issue} from '#error/assay-error'
import {mustBeOneOf} from '#error/nearest'
import {ruleFault} from '#gate/fallible'
import {readRequirement} from '#gate/gate-rule'
import {ENVIRONMENTS} from '#world/environments'
import type {Metric, Suite} from '../model/suite.ts'
import {isSuiteName, SUITE_SETS} from './suite-table.ts'
import {SUITES} from './suites.ts'

/**
 * The suite of a caller's file; `file` is how commands name it. Throws `suite_invalid` with every issue by pointer, line and column:
 * unknown keys, a name that is taken, cases of one id or for another kind, an environment or metric that there is not, a gate that can
 * never fail. A key that `isClean` refuses is named by its position only.
 */
export function readSuite(document: CallerDocument, file: string, isClean: (key: string) => boolean): Suite {
  const {value} = document
  if (!isSuite(value)) throw invalid(document, placeIssues(schemaIssues(evalSuiteFile, value), document, isClean))
  const issues = [...suiteIssues(value)]
  if (issues.length > 0) throw invalid(document, placeIssues(issues, document, isClean))
  return declaredSuite(value, file)
}

/** The suite of a checked file. */
export function declaredSuite(
  {name, kind = 'fixtures', question, n, environments, gates, cases}: EvalSuiteFile,
  file: string,
): Suite {
  const base: Suite = SUITES[kind]
  const fixedTrials = cases?.length ?? n
  const gatesOf = ({name: metric}: Metric) =>
    (gates ?? []).filter((gate) => gate.metric === metric).map(({require}) => readRequirement(require))
  return {
    ...base,
    name,
    file,
    question: question ?? base.question,
    metrics: gates ? base.metrics.map((metric) => ({...metric, gates: gatesOf(metric)})) : base.metrics,
    ...(environments && {environments}),
    ...(fixedTrials !== undefined && {fixedTrials}),
    ...(cases && {cases}),
  }
}

function suiteIssues(file: EvalSuiteFile): DraftIssue[] {
  return [...shapeIssues(file), ...caseIssues(file), ...environmentIssues(file), ...gateIssues(file)]
}

function shapeIssues({name, kind = 'fixtures', n, cases}: EvalSuiteFile): DraftIssue[] {
  const issues: DraftIssue[] = []
  if (isSuiteName(name) || Object.hasOwn(SUITE_SETS, name))
    issues.push({pointer: '/name', rule: 'taken', message: 'is the name of a built-in suite'})
  const pointer = cases ? '/cases' : ''
  if ((kind === 'fixtures') !== (cases !== undefined))
    issues.push({pointer, rule: 'cases', message: 'cases belong to kind fixtures, which needs them'})
  if (cases && n !== undefined)
    issues.push({pointer: '/n', rule: 'cases', message: 'goes with other kinds: there are as many trials as cases'})
  return issues
}

function caseIssues({cases = []}: EvalSuiteFile): DraftIssue[] {
  const ids = cases.map(({id}) => id)
  return ids.flatMap((id, at) =>
    ids.indexOf(id) < at ? [{pointer: `/cases/${at}/id`, rule: 'duplicate', message: 'is the id of two cases'}] : [],
  )
}

function environmentIssues({kind = 'fixtures', environments = []}: EvalSuiteFile): DraftIssue[] {
  const base: Suite = SUITES[kind]
  if (base.isPlaceless && environments.length > 0)
    return [
      {pointer: '/environments', rule: 'kind', message: `has no meaning for kind ${kind}, which brings its scenes`},
    ]
  const known = base.environments ?? [...ENVIRONMENTS.keys(), ...(base.also ?? [])]
  return environments.flatMap((id, at) =>
    known.includes(id) ? [] : [{pointer: `/environments/${at}`, rule: 'unknown', message: mustBeOneOf(known, id)}],
  )
}

function gateIssues({kind = 'fixtures', gates = []}: EvalSuiteFile): DraftIssue[] {
  const metrics: readonly Metric[] = SUITES[kind].metrics
  return gates.flatMap(({metric: asked, require}, at): DraftIssue[] => {
    const metric = metrics.find((one) => one.name === asked)
    if (!metric) {
      const known = metrics.map(({name}) => name)
      return [{pointer: `/gates/${at}/metric`, rule: 'unknown', message: mustBeOneOf(known, asked)}]
    }
    const message = ruleFault(readRequirement(require), metric)
    return message === undefined ? [] : [{pointer: `/gates/${at}/require`, rule: 'gate', message}]
  })
}

function isSuite(value: unknown): value is EvalSuiteFile {
  return issuesOf(evalSuiteFile, value) === undefined
}

function invalid(document: CallerDocument, issues: readonly Issue[]): AssayError {
  return documentRefusal(document, {code: 'suite_invalid', what: 'breaks the rules of suites'}, issues)
}
