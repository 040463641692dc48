import {renderJunit} from '#report/junit'
import {escapeXml} from '#report/markup'
import type {Report} from '#report/report'
import {RUN_VIEW} from '#run/layout'
import {isSameText} from './same-document.ts'
import type {ExpectedPage} from './same-page.ts'

/** Whether JUnit says what the run came to, in today's form or in those of earlier versions. */
export function isSameJunit(text: string, {report, document, unknown}: ExpectedPage): boolean {
  const inSteps = withShortTimes(text)
  const told = withOverallSuite(inSteps, report)
  const suites = (report.sections ?? []).filter(({id}) => unknown.includes(id)).map(({title}) => title)
  const made = renderJunit(report, document, RUN_VIEW)
  if (isSameText(without(told, suites), without(made, suites))) return true
  if (isSameText(told, withTimeOfCases(made, told))) return true
  const earlier = renderJunit(coarse(report), document, RUN_VIEW)
  return isSameText(inSteps, earlier) || isSameText(inSteps, withSkippedSum(earlier))
}

/** Earlier versions told one case a step, no case of a contract, no place of a case and no time. */
function coarse({title, status, facts, tables, cases, remarks}: Report): Report {
  const plain = cases.map(({className: _, ...one}) => one)
  return {title, status, facts, tables, cases: plain, remarks}
}

/** The JUnit file of a job as earlier versions wrote it: with its verdict in the suite of the first step, and the time of the run on every suite. */
function withOverallSuite(text: string, {title, sections}: Report): string {
  const [, properties] =
    /^ {2}<testsuite [^\n]*>\n( {4}<properties>\n(?: {6}[^\n]*\n)* {4}<\/properties>\n)/m.exec(text) ?? []
  const isEarlier = properties !== undefined && !text.includes(`\n  <testsuite name="${escapeXml(title)}" `)
  if (sections === undefined || !isEarlier) return text
  const [, timestamp = ''] = /^ {2}<testsuite [^\n]*?( timestamp="[^"]*")/m.exec(text) ?? []
  const sums = 'tests="0" failures="0" errors="0" skipped="0"'
  const overall = `  <testsuite name="${escapeXml(title)}"${timestamp} ${sums}>\n${properties}  </testsuite>\n`
  const steps = text.replace(properties, '').replaceAll(/^( {2}<testsuite [^\n]*?) timestamp="[^"]*"/gm, '$1')
  return steps.replace(/^(<testsuites [^\n]*\n)/m, (head) => head + overall)
}

/** Earlier versions told times of suites to the microsecond. */
function withShortTimes(text: string): string {
  return text.replaceAll(/^( *<testsuites? [^\n]*?time="\d+\.\d{3})\d{3}"/gm, '$1"')
}

/** The JUnit file of a job as earlier versions wrote it: with the time of its own cases alone at the root, a sum of microseconds cut to milliseconds. */
function withTimeOfCases(made: string, told: string): string {
  const seconds = [...made.matchAll(/^ *<testcase [^\n]*? time="(\d+\.\d+)"/gm)].map(([, time]) => Number(time))
  const [, rootTime] = /^<testsuites [^\n]*? time="(\d+\.\d{3})">$/m.exec(told) ?? []
  const sum = seconds.reduce((total, one) => total + one, 0)
  // Each case is rounded to a microsecond, the sum was not.
  const rounding = 1e-6 * (seconds.length + 1)
  const lost = sum - Number(rootTime)
  if (rootTime === undefined ? seconds.length > 0 : lost < -rounding || lost >= 0.001 + rounding) return made
  return made.replace(
    /^(<testsuites [^\n]*?)(?: time="[^"]*")?>$/m,
    rootTime === undefined ? '$1>' : `$1 time="${rootTime}">`,
  )
}

/** The oldest told the sum of skipped cases at the root too. */
function withSkippedSum(made: string): string {
  const skipped = made.split('<skipped ').length - 1
  return made.replace(/^(<testsuites .*? errors="\d+")/m, `$1 skipped="${skipped}"`)
}

/** The document without the suites and cases of those steps, and without the sums that they are in. */
function without(text: string, steps: readonly string[]): string {
  if (steps.length === 0) return text
  const heads = steps.map((step) => `  <testsuite name="${escapeXml(step)}"`)
  const cases = steps.map((step) => ` name="${escapeXml(step)}"`)
  let isCut = false
  let isCaseCut = false
  const lines = text.split('\n').filter((line) => {
    if (line === '</testsuites>') isCut = false
    if (line.startsWith('  <testsuite ')) isCut = heads.some((head) => line.startsWith(head))
    const isCase = line.startsWith('    <testcase ')
    if (isCase) isCaseCut = cases.some((name) => line.includes(name))
    const isIn = isCut || isCaseCut
    if (isCase && line.endsWith('/>')) isCaseCut = false
    if (line === '    </testcase>') isCaseCut = false
    return !isIn && !line.startsWith('<testsuites ')
  })
  // In a job whose steps are all cut, the suite that listed them without their cases becomes empty.
  return lines
    .map((line) => (line.startsWith('  <testsuite ') ? line.replaceAll(SUMS, '') : line))
    .join('\n')
    .replaceAll(EMPTY, '')
}

const EMPTY = /^ {2}<testsuite [^\n]*>\n {2}<\/testsuite>\n/gm
const SUMS = / (?:tests|failures|errors|skipped|time)="[^"]*"/g
