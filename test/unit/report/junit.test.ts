import {spawnSync} from 'node:child_process'
import {existsSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {renderJunit} from '#report/junit'
import type {Case} from '#report/report'
import {junitFaults} from '../../support/junit-rules.ts'
import {PLAIN, reportOf, resultOf} from '../../support/reports.ts'
import {spec} from '../../support/spec.ts'
import {findAll, readXml} from '../../support/strict-xml.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('junit')
const one = (status: Case['status'], more: Partial<Case> = {}): Case => ({
  suite: 'gate',
  name: 'speed',
  status,
  ...more,
})

function casesOf(report: ReturnType<typeof reportOf>, context = {}) {
  const root = readXml(renderJunit(report, resultOf(report, context, 'too few samples'), PLAIN))
  return findAll(root, 'testcase')
}

it('an inconclusive run whose cases all passed is red through one case for the verdict', () => {
  const cases = casesOf(reportOf({status: 'inconclusive', cases: [one('passed')]}))
  assert.equal(
    cases.map((found) => [found.attributes['name'], found.children.map((child) => child.name)]),
    [
      ['speed', []],
      ['verdict', ['error']],
    ],
  )
  assert.equal(cases[1]?.children[0]?.attributes, {message: 'too few samples', type: 'inconclusive'})
})

it('a failed run whose cases say so gets no further case', () => {
  const cases = casesOf(reportOf({status: 'fail', cases: [one('failed', {type: 'fail', message: 'p95 is 300 ms'})]}))
  assert.is(cases.length, 1)
  assert.equal(cases[0]?.children[0]?.attributes, {message: 'p95 is 300 ms', type: 'fail'})
})

it('an advisory rule that failed under a good verdict is skipped and keeps its words', () => {
  const [found] = casesOf(reportOf({cases: [one('failed', {message: 'p95 is 300 ms'})]}))
  assert.equal(
    found?.children.map(({name, attributes}) => [name, attributes['message']]),
    [['skipped', 'failed, did not decide the verdict: p95 is 300 ms']],
  )
})

it('a case that passed with a warning keeps its words, and is neither red nor skipped', () => {
  const [warned, good] = casesOf(reportOf({cases: [one('passed', {type: 'warn', message: 'a < b'}), one('passed')]}))
  assert.equal(
    warned?.children.map(({name, text}) => [name, text]),
    [['system-out', 'a < b']],
  )
  assert.equal(good?.children, [])
})

it('a run without cases still has one, skipped for an expected skip and red for one that was required', () => {
  const skipped = reportOf({status: 'skipped'})
  assert.is(casesOf(skipped, {expectedSkip: true})[0]?.children[0]?.name, 'skipped')
  assert.is(casesOf(skipped)[0]?.children[0]?.name, 'error')
  assert.equal(casesOf(reportOf())[0]?.children, [])
})

it('every element has what the schema of Jenkins asks for, and nothing that it does not know', () => {
  const cases = [one('passed', {durationMs: 1}), one('failed'), one('error'), one('skipped')]
  const report = reportOf({status: 'fail', cases})
  const text = renderJunit(report, resultOf(report), PLAIN)
  assert.equal(junitFaults(text), [])
  const wrong = {
    'testcase skipped': text.replace('<testcase ', '<testcase skipped="1" '),
    'testsuite tests': text.replace(/(<testsuite .*?) tests="\d+"/, '$1'),
    'testsuites time': text.replace(/(<testsuites .*?time=")[^"]*/, '$1-0.123'),
    'testcase note': text.replace('<testcase ', '<note/><testcase '),
  }
  for (const [name, broken] of Object.entries(wrong)) assert.ok(junitFaults(broken).length > 0, name)
})

it('the cases inside a step stand for it, with its name and their own place, and the verdict of all is in a suite of its own', () => {
  const inner = reportOf({
    cases: [one('failed', {className: 'loop.room.mock'})],
    fineCases: [one('passed', {name: 'fine'})],
  })
  const section = {id: 'a', status: 'fail', durationMs: 1500, facts: [], files: []} as const
  const report = reportOf({
    status: 'fail',
    cases: [one('failed', {name: 'door'}), one('passed', {name: 'build'})],
    sections: [
      {...section, title: 'door', report: inner},
      {...section, title: 'build', durationMs: 0},
    ],
    page: {begunAt: '2026-01-01T00:00:00.000Z', facts: [], plots: [], tables: []},
  })
  const root = readXml(renderJunit(report, resultOf(report), PLAIN))
  assert.is(root.attributes['time'], '1.500', 'the whole takes as long as its suites together')
  const [overall, door, other] = findAll(root, 'testsuite')
  const {name, tests, timestamp} = overall?.attributes ?? {}
  assert.equal([name, tests, timestamp], [report.title, '0', '2026-01-01T00:00:00.000Z'])
  assert.is(findAll(root, 'property').length, 3)
  assert.is(overall && findAll(overall, 'property').length, 3)
  assert.equal([door?.attributes['name'], door?.attributes['time']], ['door', '1.500'])
  assert.is(door?.attributes['timestamp'], undefined)
  assert.equal(
    findAll(root, 'testcase').map(({attributes}) => attributes['name']),
    [one('failed').name, 'fine', 'build'],
  )
  assert.is(findAll(root, 'testcase')[0]?.attributes['classname'], 'loop.room.mock')
  assert.ok(other)
})

const XMLLINT = ['/usr/bin/xmllint', '/usr/local/bin/xmllint'].find((path) => existsSync(path))
const VALID = 'whatever is told is valid against the schema of Jenkins, as a validator reads it'
if (XMLLINT === undefined) it.skip(VALID, 'there is no xmllint on this machine')
else {
  it(VALID, () => {
    using dir = tempDir()
    const schema = join(import.meta.dirname, '../../support/junit-10.xsd')
    const path = join(dir.path, 'report.xml')
    const warned = one('passed', {type: 'warn', message: 'an address is another one & <so>'})
    const cases = [
      one('passed', {durationMs: 1e-7}),
      warned,
      one('failed', {className: 'a.b.c'}),
      one('error'),
      one('skipped'),
    ]
    const page = {begunAt: '2026-01-01T00:00:00.000Z', facts: [], plots: [], tables: []}
    const check = (text: string) => {
      writeFileSync(path, text)
      return spawnSync(XMLLINT, ['--nonet', '--noout', '--schema', schema, path], {encoding: 'utf8'})
    }
    const report = reportOf({status: 'fail', cases, page})
    const text = renderJunit(report, resultOf(report), PLAIN)
    const found = check(text)
    assert.is(found.status, 0, found.stderr)
    assert.is.not(check(text.replace('<testcase ', '<testcase skipped="1" ')).status, 0)
  })
}

it('times are seconds without exponent, and absent where nothing was measured', () => {
  const report = reportOf({cases: [one('passed', {durationMs: 0.0125}), one('passed')]})
  assert.equal(
    casesOf(report).map((found) => found.attributes['time']),
    ['0.000013', undefined],
  )
})

it('characters that XML cannot hold are left out and markup is text', () => {
  const [found] = casesOf(
    reportOf({status: 'fail', cases: [one('failed', {message: ']]></error>\u0000\u001b[31m\ud800\ufffe'})]}),
  )
  assert.is(found?.children[0]?.text, ']]></error>[31m\ufffd')
})

it('the reader of these tests refuses broken XML', () => {
  for (const broken of ['<a>', '<a></b>', '<a x="<"/>', '<a>&</a>', '<a/><b/>', '<a x="1" x="2"/>', '<a>\u0001</a>']) {
    assert.throws(() => readXml(broken))
  }
})

it.run()
