import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {renderMarkdown} from '#report/markdown'
import type {Report} from '#report/report'
import {outcome, PLAIN, reportOf, resultOf} from '../../support/reports.ts'
import {spec} from '../../support/spec.ts'

const it = spec('markdown')
const markdown = (report: Report) => renderMarkdown(report, resultOf(report), PLAIN)

/** Cells of a table line as GitHub splits it: a backslash takes the next character along. */
function cellsOf(line: string): string[] {
  const inside = /^\|((?:\\.|[^\\])*)\|$/s.exec(line)?.[1] ?? ''
  return inside.match(/(?:\\.|[^|\\])+/gs) ?? []
}

it('hostile cells never change the number of columns or lines of a table', () => {
  fc.assert(
    fc.property(outcome, ({report}) => {
      const lines = markdown(report).split('\n')
      const tables = [...report.tables, ...(report.cases.length ? [{columns: Array(6), rows: report.cases}] : [])]
      const expected = tables.flatMap(({columns, rows}) => Array(rows.length + 2).fill(columns.length))
      const found = lines.filter((line) => line.startsWith('| ')).map((line) => cellsOf(line).length)
      assert.equal(found, expected)
    }),
    {numRuns: 300},
  )
})

it('markup and HTML in foreign text stay text', () => {
  const text = markdown(
    reportOf({remarks: ['<img src=x> ![a](http://b.example) **c** `d` # _e_ run_id', '# f', '- g']}),
  )
  assert.ok(
    text.endsWith(
      '- &lt;img src=x&gt; !\\[a\\](http://b.example) \\*\\*c\\*\\* \\`d\\` # \\_e\\_ run_id\n- \\# f\n- \\- g\n',
    ),
  )
})

it('a line end inside a cell is a <br>', () => {
  const text = markdown(reportOf({tables: [{name: 't', columns: ['a'], rows: [['b\r\nc|d\\']]}]}))
  assert.ok(text.endsWith('| a |\n| --- |\n| b<br>c\\|d\\\\ |\n'))
})

it('absent is a dash and never 0', () => {
  const text = markdown(reportOf({facts: [{label: 'p95', value: null}]}))
  assert.ok(text.endsWith('- p95: –\n'))
})

it.run()
