import * as assert from 'uvu/assert'
import {isSameJunit} from '#audit/same-junit'
import {renderJunit} from '#report/junit'
import {PLAIN, reportOf, resultOf} from '../../support/reports.ts'
import {spec} from '../../support/spec.ts'

const it = spec('same junit')

it('a report of an earlier version, whose suites took microseconds, says the same; another time does not', () => {
  const cases = [{suite: 'gate', name: 'speed', status: 'passed', durationMs: 1234.5678} as const]
  const report = reportOf({cases})
  const document = resultOf(report)
  const expected = {report, document, unknown: []}
  const today = renderJunit(report, document, PLAIN)
  assert.match(today, /<testsuite [^>]*time="1\.234">/)
  assert.match(today, /<testcase [^>]*time="1\.234568"/)
  assert.ok(isSameJunit(today, expected))
  const earlier = today.replaceAll(/(<testsuites? .*?time="1\.234)"/g, '$1568"')
  assert.not.equal(earlier, today)
  assert.ok(isSameJunit(earlier, expected))
  assert.not.ok(isSameJunit(earlier.replace('1.234568"', '1.235568"'), expected))
})
it('a job of an earlier version told at the root the time of its own cases alone', () => {
  const section = {id: 'a', title: 'measured', status: 'pass', durationMs: 3000, facts: [], files: []} as const
  const inner = reportOf({cases: [{suite: 'loop', name: 'rule', status: 'passed'}]})
  const report = reportOf({
    cases: [
      {suite: 'job', name: 'measured', status: 'passed', durationMs: 3000},
      {suite: 'job', name: 'program', status: 'passed', durationMs: 1234.5678},
    ],
    sections: [{...section, report: inner}],
  })
  const document = resultOf(report)
  const expected = {report, document, unknown: []}
  const today = renderJunit(report, document, PLAIN)
  assert.match(today, /<testsuites [^>]*time="4\.234">/)
  const earlier = today.replace('time="4.234"', 'time="1.234"')
  assert.ok(isSameJunit(earlier, expected))
  assert.not.ok(isSameJunit(today.replace('time="4.234"', 'time="0.234"'), expected))
})
it('a job of an earlier version told its verdict in its first step, and every step at the time of the run', () => {
  const section = {id: 'a', title: 'measured', status: 'pass', durationMs: 3000, facts: [], files: []} as const
  const cases = ['measured', 'program'].map((name) => ({suite: name, name, status: 'passed'}) as const)
  const begunAt = '2026-01-01T00:00:00.000Z'
  const report = reportOf({cases, sections: [section], page: {begunAt, facts: [], plots: [], tables: []}})
  const document = resultOf(report)
  const expected = {report, document, unknown: []}
  const today = renderJunit(report, document, PLAIN)
  const [overall = '', properties = ''] =
    / {2}<testsuite [^\n]*\n( {4}<properties>[\s\S]*?<\/properties>\n) {2}<\/testsuite>\n/.exec(today) ?? []
  const earlier = today
    .replace(overall, '')
    .replaceAll(/( {2}<testsuite name="[a-z]+")/g, `$1 timestamp="${begunAt}"`)
    .replace(/ {2}<testsuite [^\n]*\n/, (head) => head + properties)
  assert.not.equal(earlier, today)
  assert.ok(isSameJunit(today, expected))
  assert.ok(isSameJunit(earlier, expected))
  assert.not.ok(isSameJunit(earlier.replace('name="exit_code" value="0"', 'name="exit_code" value="1"'), expected))
})
it.run()
