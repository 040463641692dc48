import {renderJunit} from '#report/junit'
import type {Report} from '#report/report'
import {RUN_VIEW} from '#run/layout'
import {isSameText} from './same-document.ts'
import type {ExpectedPage} from './same-page.ts'

/** Whether JUnit says what the run came to, in today's form or in those of earlier versions. */
export function isSameJunit(told: string, {report, document, unknown}: ExpectedPage): boolean {
  const suites = (report.sections ?? []).filter(({id}) => unknown.includes(id)).map(({title}) => title)
  const made = renderJunit(report, document, RUN_VIEW)
  if (isSameText(without(told, suites), without(made, suites))) return true
  const earlier = renderJunit(coarse(report), document, RUN_VIEW)
  return isSameText(told, earlier) || isSameText(told, withSkippedSum(earlier))
}

/** Earlier versions told one case a step, no case of a contract, no place of a case and no time. */
function coarse({title, status, facts, tables, cases, remarks}: Report): Report {
  const plain = cases.map(({className: _, ...one}) => one)
  return {title, status, facts, tables, cases: plain, remarks}
}

/** The oldest told the sum of skipped cases at the root too. */
function withSkippedSum(made: string): string {
  const skipped = made.split('<skipped ').length - 1
  return made.replace(/^(<testsuites .*? errors="\d+")/m, `$1 skipped="${skipped}"`)
}

/** The document without the cases of those suites, and without the sums that they are in. */
function without(text: string, suites: readonly string[]): string {
  if (suites.length === 0) return text
  const heads = suites.map((suite) => `  <testsuite name="${suite}"`)
  let isCut = false
  const lines = text.split('\n').filter((line) => {
    if (line.startsWith('  <testsuite ')) isCut = heads.some((head) => line.startsWith(head))
    return !isCut && !line.startsWith('<testsuites ')
  })
  return lines.join('\n')
}
