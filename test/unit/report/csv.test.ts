import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {renderCsv} from '#report/csv'
import type {Report, TableCell} from '#report/report'
import {outcome, PLAIN, reportOf, resultOf} from '../../support/reports.ts'
import {spec} from '../../support/spec.ts'

const it = spec('csv')
const csv = (report: Report) => renderCsv(report, resultOf(report), PLAIN)
const rowsOf = (rows: TableCell[][]) => csv(reportOf({tables: [{name: 't', columns: ['a'], rows}]}))

/** A strict RFC 4180 reader: CRLF after every record, quotes only around whole fields. */
function readCsv(text: string): string[][] {
  const records: string[][] = [[]]
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  let read = 0
  for (const [whole, quoted, bare = '', end] of text.matchAll(field)) {
    read += whole.length
    records.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (end === '\r\n') records.push([])
  }
  assert.is(read, text.length, 'all of it is CSV')
  return records.slice(0, -1)
}

it('every cell comes back, numbers at full precision, absent as empty', () => {
  fc.assert(
    fc.property(outcome, ({report}) => {
      const [table] = report.tables
      if (!table) return
      const expected = [table.columns, ...table.rows].map((row) =>
        row.map((cell) => (cell === null ? '' : String(cell))),
      )
      const found = readCsv(csv(report))
      assert.equal(
        found.map((row, at) =>
          row.map((text, column) => (text === `'${expected[at]?.[column]}` ? text.slice(1) : text)),
        ),
        expected,
      )
    }),
    {numRuns: 300},
  )
})

it('no text cell starts a formula, and numbers below 0 stay numbers', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝']) {
    const [, [cell = ''] = []] = readCsv(rowsOf([[`${start}cmd|' /c calc'!A1`]]))
    assert.is(cell[0], "'", JSON.stringify(start))
  }
  assert.is(rowsOf([[-0.1]]), 'a\r\n-0.1\r\n')
})

it('without a table the cases are written, and without cases the facts', () => {
  const cases = [{suite: 's', name: 'n', status: 'passed' as const, durationMs: 2}]
  assert.is(csv(reportOf({cases})), 'status,suite,name,duration_ms,type,message\r\npassed,s,n,2,,\r\n')
  assert.is(csv(reportOf({facts: [{label: 'runs', value: 0}]})), 'label,value\r\nruns,0\r\n')
})

it.run()
