import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {displayWidth} from '#report/columns'
import {renderHuman} from '#report/human'
import type {Report} from '#report/report'
import {ROOT} from '../../support/hall-rig.ts'
import {outcome, reportOf, resultOf} from '../../support/reports.ts'
import {SCREENS} from '../../support/screen-reports.ts'
import {spec} from '../../support/spec.ts'

const it = spec('screen')
const GOLDEN = join(ROOT, 'fixtures', 'screens')
const WIDTHS = [60, 80, 120] as const

interface How {
  readonly width?: number
  readonly verbose?: boolean
  readonly colour?: boolean
}

function screen(report: Report, {width = 80, verbose = false, colour = false}: How = {}): string {
  const reason = report.cases.length > 0 ? `some rules: ${report.cases[0]?.name}` : 'because'
  return renderHuman(report, resultOf(report, {}, reason), {colour, width, screen: {verbose}})
}

it('a reason loses the names that are listed below it, and no part of a word', () => {
  const cases = ['c', 'a', 'b'].map((name) => ({suite: 'e', name, status: 'failed'}) as const)
  const report = reportOf({status: 'fail', cases, ending: {places: [], next: []}})
  const told = (reason: string) =>
    renderHuman(report, resultOf(report, {}, reason), {colour: false, width: 80, screen: {verbose: false}}).split(
      '\n',
    )[2]
  assert.is(told('c: the program ended with exit code 3'), 'c: the program ended with exit code 3')
  assert.is(told('a: a ran past its timeout'), 'a: a ran past its timeout')
  assert.is(told('c: need_failed:a'), 'c: need_failed:a')
  assert.is(told('2 of 3 rules failed: a, b'), '2 of 3 rules failed')
  assert.is(told('1 of 3 rules were refused: c (not dialled)'), '1 of 3 rules were refused')
})

it('what a provider said of its errors is shown, however many rules failed for it', () => {
  const names = Array.from({length: 20}, (_, at) => `suite/world/set/provider/metric-${at}`)
  const cases = names.map((name) => ({suite: 'e', name, status: 'failed', message: 'no episode has a value'}) as const)
  const said = 'p score-ranking: contract_violation 240 times, at first: a line of the provider is not JSON'
  for (const remark of [said, said.replace('240 times, at first', 'once')]) {
    const told = screen(reportOf({status: 'fail', cases, remarks: ['a claim', remark], ending: {places: [], next: []}}))
    assert.ok(told.replace(/\s+/g, ' ').includes(remark), told)
    assert.match(told, 'more rules or steps')
  }
})

it('what a failed rule means is told once, and each has its numbers', () => {
  const cases = [3, 5, 7].map(
    (count) =>
      ({
        suite: 'e',
        name: `rule-${count}`,
        status: 'failed',
        message: `wrong ${count}. Steps end elsewhere; look there.`,
      }) as const,
  )
  const told = screen(reportOf({status: 'fail', cases, ending: {places: [], next: []}}))
  assert.is(told.split('Steps end elsewhere').length, 2)
  for (const count of [3, 5, 7]) assert.match(told, `wrong ${count}`)
})

it('a rule that failed is shown however long a provider talks of its errors, at any width', () => {
  const cases = ['first', 'second', 'third'].map(
    (name) => ({suite: 'e', name, status: 'failed', message: 'value 0.2, limit 0.7'}) as const,
  )
  const long = `p suite: upstream_error 9 times, at first: ${'it says a lot '.repeat(60)}`
  for (const width of WIDTHS) {
    const told = screen(reportOf({status: 'fail', cases, remarks: [long], ending: {places: [], next: []}}), {width})
    assert.match(told, 'first\n    value 0.2, limit 0.7', String(width))
  }
})

/** As many as the terminal shows: it breaks what is longer than its width. */
function rowsShown(text: string, width: number): number {
  return text
    .trimEnd()
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / width)), 0)
}

for (const [name, report] of Object.entries(SCREENS)) {
  for (const width of WIDTHS) {
    it(`${name} at ${width} columns is as it was`, () => {
      const path = join(GOLDEN, `${name}-${width}.txt`)
      const now = screen(report, {width})
      mkdirSync(GOLDEN, {recursive: true})
      if (process.env['ASSAY_UPDATE_GOLDEN']) writeFileSync(path, now)
      assert.fixture(now, readFileSync(path, 'utf8'), 'update with ASSAY_UPDATE_GOLDEN=1, and look at it')
    })
  }
}

it('what is shown after a run fits: 15 rows when it passed, 20 when it failed, 10 when it was stopped', () => {
  const most = {'job-passed': 15, 'eval-failed': 20, interrupted: 10}
  for (const [name, rows] of Object.entries(most)) {
    const text = screen(SCREENS[name] ?? reportOf())
    assert.ok(rowsShown(text, 80) <= rows, `${name} takes ${rowsShown(text, 80)}`)
    assert.match(text, /^Next {3,}assay runs /m)
    assert.is(text.trimEnd().split('\n').at(-1)?.startsWith('Next'), true)
  }
})

it('a failed rule is told with value, limit and n, and never as if it kept the limit', () => {
  const text = screen(SCREENS['eval-failed'] ?? reportOf(), {width: 120})
  assert.match(text, 'brier_excess 0.116 (0.104 to 0.39996), limit: lower bound >= 0.4, n 40')
})

it('everything that was measured comes with --verbose, before the summary', () => {
  const text = screen(SCREENS['eval-failed'] ?? reportOf(), {width: 120, verbose: true})
  for (let at = 0; at < 60; at++) assert.match(text, `forecast-${at} `)
  assert.match(text, 'bca: bootstrap interval')
  assert.ok(text.lastIndexOf('forecast-59') < text.lastIndexOf('Evaluation: calibration'))
})

it('no line but a path or a command is wider than the terminal, and nothing is cut', () => {
  for (const report of Object.values(SCREENS)) {
    for (const width of WIDTHS) {
      for (const verbose of [false, true]) {
        const text = screen(report, {width, verbose})
        assert.not.match(text, '…')
        const wide = text.split('\n').filter((line) => displayWidth(line) > width)
        for (const line of wide)
          assert.ok(/assay |^\S+ +(runs|issue-bundles)\/|^[!✗ ] *(\w+ )?\S+\/\S+$/u.test(line), line)
      }
    }
  }
})

it('a command is one line at any width', () => {
  const next = 'assay runs verify issue-bundles/20261121T074233417Z-k3q7xz --workspace-dir elsewhere'
  const table = {name: 't', columns: ['run', 'next'], rows: [['a', next]]}
  for (const width of WIDTHS)
    assert.match(
      screen(reportOf({tables: [table], remarks: [`Next: ${next}`]}), {width}),
      new RegExp(`${next}[^]*Next: ${next}\n`),
    )
})

it('every cell is there with --verbose, whatever the width', () => {
  const word = fc.stringMatching(/^[a-z0-9-]{1,30}$/)
  const cells = fc.array(word, {minLength: 1, maxLength: 6}).map((words) => words.join(' '))
  fc.assert(
    fc.property(
      fc.array(fc.array(cells, {minLength: 5, maxLength: 5}), {minLength: 1, maxLength: 4}),
      fc.integer({min: 30, max: 140}),
      (rows, width) => {
        const text = screen(
          reportOf({tables: [{name: 't', columns: ['a', 'b', 'c', 'd', 'e'], rows, minor: ['b', 'c']}]}),
          {width, verbose: true},
        )
        const shown = new Set(text.split(/\s+/))
        for (const part of rows.flat().flatMap((cell) => cell.split(' '))) assert.ok(shown.has(part), part)
      },
    ),
    {numRuns: 60},
  )
})

it('colour changes nothing but escapes, and verdict cells have it', () => {
  fc.assert(
    fc.property(outcome, fc.boolean(), ({report}, verbose) => {
      const coloured = screen(report, {verbose, colour: true})
      assert.is(coloured.replaceAll(/\u001b\[\d+m/g, ''), screen(report, {verbose}))
    }),
  )
  assert.match(screen(SCREENS['runs-list'] ?? reportOf(), {width: 120, colour: true}), '\u001b[31mfail\u001b[0m')
})

it('foreign text cannot steer the terminal', () => {
  fc.assert(
    fc.property(outcome, fc.boolean(), ({report}, verbose) =>
      assert.not.match(screen(report, {verbose}), /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/),
    ),
  )
})

it('a finding is not crowded out by caveats', () => {
  const caveats = Array.from({length: 30}, (_, at) => `Caveat ${at} of many that every run has.`)
  const report = {
    ...(SCREENS['job-passed'] ?? reportOf()),
    remarks: [...caveats, 'contract_drift: mock is not what it was'],
  }
  assert.match(screen(report), '- contract_drift: mock')
  const unjudged = 'e is not judged in full: capability_not_judged (embed) (assay eval --suite latent)'
  assert.match(screen({...report, remarks: [...caveats, unjudged]}), '- e is not judged in full')
})

it('20,000 rows are shown', () => {
  const rows = Array.from({length: 20_000}, (_, at) => [`item-${at}`, at, 'some words about this item that are long'])
  const text = screen(reportOf({tables: [{name: 't', columns: ['id', 'n', 'note'], rows}]}), {width: 60})
  assert.match(text, 'item-19999')
})
it('columns without room stand below their row where a table says so, and nothing is lost', () => {
  const rows = [['r1', 'passed', 'because of a long reason', 12] as const, ['r2', 'failed', null, 34] as const]
  const table = {name: 't', columns: ['run', 'status', 'why', 'ms'], rows, minor: ['why', 'ms'], minorBelow: true}
  const text = screen(reportOf({tables: [table]}), {width: 24})
  assert.match(text, /r1 +passed +12\n {2}why because of a long\n {2}reason\nr2 +failed +34\n/)
  assert.not.match(text, 'No room')
})
it.run()
