import {evalRequestDocument} from '#contract/generated/eval-request'
import {evalSuiteFile} from '#contract/generated/eval-suite'
import type {EvalRequestDocument} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {REQUEST_INPUT} from '#run/layout'
import {type RecordedRun, readAs} from '#run/read-recorded'
import {declaredSuite} from '../catalogue/suite-document.ts'
import {SUITE_INPUT} from '../model/eval-files.ts'
import type {Suite} from '../model/suite.ts'

/** What a run was asked for. Throws `file_unreadable`. */
export function recordedRequest(run: RecordedRun): EvalRequestDocument {
  return readAs(REQUEST_INPUT, () => parse(evalRequestDocument, JSON.parse(run.text(REQUEST_INPUT) ?? 'null')))
}

/** The suites of the caller's files as the run kept them, so that nobody needs the files again. Throws `file_unreadable`. */
export function recordedSuites(run: RecordedRun): Suite[] {
  if (run.text(REQUEST_INPUT) === undefined) return []
  const {own_suites: own = []} = recordedRequest(run)
  if (own.length === 0) return []
  return readAs(SUITE_INPUT, () => {
    const resolved: unknown = JSON.parse(run.text(SUITE_INPUT) ?? 'null')
    return own.map(({file, name, n, ...said}) => {
      const {environments, cases} = definitionOf(resolved, name)
      const parts = {
        ...(n !== null && {n}),
        ...(environments !== undefined && {environments}),
        ...(cases !== undefined && {cases}),
      }
      return declaredSuite(parse(evalSuiteFile, {schema_version: 1, name, ...said, ...parts}), file)
    })
  })
}

/** The resolved definition of that name; what it holds is checked with the whole. */
function definitionOf(resolved: unknown, name: string): {readonly environments?: unknown; readonly cases?: unknown} {
  const suites: unknown =
    typeof resolved === 'object' && resolved !== null && 'suites' in resolved ? resolved.suites : []
  const isNamed = (one: unknown) => typeof one === 'object' && one !== null && 'name' in one && one.name === name
  const found: unknown = Array.isArray(suites) ? suites.find(isNamed) : undefined
  return typeof found === 'object' && found !== null ? found : {}
}
