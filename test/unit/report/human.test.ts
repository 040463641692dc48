import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {exitNamed} from '#error/exit'
import {displayWidth} from '#report/columns'
import {renderHuman} from '#report/human'
import type {Report} from '#report/report'
import {outcome, PLAIN, reportOf, resultOf} from '../../support/reports.ts'
import {spec} from '../../support/spec.ts'

const it = spec('human')
const human = (report: Report, width = 80) => renderHuman(report, resultOf(report), {colour: false, width})
const table = (columns: string[], rows: (string | number | null)[][]) =>
  reportOf({tables: [{name: 't', columns, rows}]})
const ID = '20261121T074233417Z-k3q7xz'

it('columns line up by display width, numbers to the right', () => {
  const lines = human(
    table(
      ['name', 'ms'],
      [
        ['世界', 1.5],
        ['e\u0301a', 20],
        ['🚀', null],
      ],
    ),
  ).split('\n')
  assert.equal(lines.slice(-5, -1), ['name   ms', '世界  1.5', 'e\u0301a     20', '🚀      –'])
})

it('a narrow terminal cuts prose between words and never an id', () => {
  const prose = 'too few samples to say anything about the tail of this distribution'
  const lines = human(table(['run', 'why'], [[ID, prose]]), 50)
    .trimEnd()
    .split('\n')
  assert.is(lines.at(-1), `${ID}  too few samples to …`)
  assert.ok(human(table(['run', 'why'], [[ID, prose]]), 10).includes(`${ID}  too …`))
})

it('a sign or digit stays with its word when prose is cut', () => {
  const lines = human(table(['status', 'why'], [['✓ passed', '8 trials of the 20 that are needed']]), 12)
  assert.ok(lines.endsWith('✓ passed  8 trials …\n'))
})

it('no line of a table is wider than the terminal while its words allow it', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,6}$/), {minLength: 1, maxLength: 12}).map((all) => all.join(' '))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(words, words), {minLength: 1, maxLength: 5}),
      fc.integer({min: 24, max: 60}),
      (rows, width) => {
        const lines = human(table(['a', 'b'], rows), width)
          .split('\n')
          .slice(4)
        for (const line of lines) assert.ok(displayWidth(line) <= width, line)
      },
    ),
  )
})

it('foreign text cannot steer the terminal or add a line', () => {
  const seen = human(reportOf({title: 'a\u001b[2Jb\u202ec', remarks: ['one\r\ntwo\u0007']}))
  assert.ok(seen.startsWith('a\\u001b[2Jb\\u202ec\n'))
  assert.ok(seen.endsWith('- one two\\u0007\n'))
  fc.assert(
    fc.property(outcome, ({report}) =>
      assert.not.match(human(report), /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/),
    ),
  )
})

it('colour changes nothing but escapes', () => {
  fc.assert(
    fc.property(outcome, ({report, result}) => {
      const coloured = renderHuman(report, result, {colour: true, width: 80})
      assert.is(coloured.replaceAll(/\u001b\[\d+m/g, ''), renderHuman(report, result, PLAIN))
    }),
  )
})

it('an empty table says so, and a large number keeps its digits', () => {
  assert.ok(human(table(['a'], [])).endsWith('t\n(none)\n'))
  assert.ok(human(table(['a'], [[1234567.8]])).endsWith('1234568\n'))
})

it('a table of 20,000 rows renders', () => {
  const rows = Array.from({length: 20_000}, (_, at) => [`item-${at}`, at, 'some words about this item that are long'])
  assert.is(human(table(['id', 'n', 'note'], rows), 40).split('\n').length, 20_007)
})

it('a listing that works has no verdict line; one that fails has', () => {
  const report: Report = {title: 'Runs', status: 'pass', facts: [], tables: [], cases: [], remarks: [], isListing: true}
  const told = (code: 0 | 1) =>
    renderHuman(
      report,
      {schema_version: 1, command: 'runs list', exit: exitNamed(code ? 'failed' : 'ok', 'why')},
      {colour: false, width: 80},
    )
  assert.is(told(0), 'Runs\n')
  assert.match(told(1), 'exit 1 (failed)')
})
it('beside tables only the cases that need a look are shown', () => {
  const cases = [
    {suite: 's', name: 'good-one', status: 'passed'},
    {suite: 's', name: 'bad-one', status: 'failed'},
  ] as const
  const base = {title: 'T', status: 'fail', facts: [], cases, remarks: []} as const
  const exit = {schema_version: 1, command: 'x', exit: exitNamed('failed', 'why')}
  const text = (tables: Report['tables']) => renderHuman({...base, tables}, exit, {colour: false, width: 80})
  assert.not.match(text([{name: 't', columns: ['a'], rows: [['x']]}]), 'good-one')
  assert.match(text([{name: 't', columns: ['a'], rows: [['x']]}]), 'bad-one')
  assert.match(text([]), 'good-one')
})
it.run()
