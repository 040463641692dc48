import {createHash} from 'node:crypto'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {renderHtml} from '#report/html'
import {SCRIPT, SCRIPT_HASH} from '#report/html-head'
import {outcome, PLAIN, reportOf, resultOf} from '../../support/reports.ts'
import {spec} from '../../support/spec.ts'

const it = spec('html')
const TAGS =
  /<\/?(?:!doctype|html|head|meta|title|style|body|main|nav|details|summary|div|span|a|h1|h2|p|br|strong|dl|dt|dd|table|caption|thead|tbody|tr|th|td|ul|li)(?= [^<>]*>|>)/g
const OURS = `<script>${SCRIPT}</script>`

it('foreign text adds no tag, no attribute and no script', () => {
  fc.assert(
    fc.property(outcome, ({report, result}) => {
      const page = renderHtml(report, result, PLAIN)
      assert.is(page.split(OURS).length, 2)
      assert.not.match(page.replace(OURS, '').replaceAll(TAGS, ''), /</)
    }),
    {numRuns: 200},
  )
  const page = renderHtml(reportOf({title: '</title><script>x'}), resultOf(reportOf()), PLAIN)
  assert.ok(page.includes('<title>&lt;/title&gt;&lt;script&gt;x: passed</title>'))
})

it('the page fetches nothing and knows light and dark', () => {
  const page = renderHtml(reportOf(), resultOf(reportOf()), PLAIN)
  assert.not.match(page, /src=|href="[^#]|url\(|@import/)
  assert.match(page, "default-src 'none'")
  assert.match(page, 'color-scheme: light dark')
})

it('the policy of the page allows its own script and no other', () => {
  const hash = createHash('sha256').update(SCRIPT).digest('base64')
  assert.is(SCRIPT_HASH, `sha256-${hash}`)
  const page = renderHtml(reportOf(), resultOf(reportOf()), PLAIN)
  assert.ok(page.includes(`script-src '${SCRIPT_HASH}';`))
})

it('tables are named, their columns and rows have heads, and they can be scrolled by keyboard', () => {
  const report = reportOf({tables: [{name: 'rows "<1>"', columns: ['what', 'state'], rows: [['a', 'fail']]}]})
  const page = renderHtml(report, resultOf(report), PLAIN)
  assert.match(page, '<div class="scroll" role="region" tabindex="0" aria-label="rows &quot;&lt;1&gt;&quot;">')
  assert.match(page, '<th scope="col">what</th><th scope="col">state</th>')
  assert.match(page, '<th scope="row">a</th><td><span class="bad">✗ fail</span></td>')
})

it('numbers are short, with all digits for a pointer; heads of numbers stand where they do; short words are explained', () => {
  const table = {
    name: 'rows',
    columns: ['metric', 'estimate'],
    rows: [
      ['skill@8', 0.386244],
      ['random', null],
    ],
  }
  const report = reportOf({tables: [table], facts: [{label: 'Took (ms)', value: 146.087}]})
  const page = renderHtml(report, resultOf(report), PLAIN)
  assert.match(page, '<th scope="col" class="number">estimate</th>')
  assert.match(page, '<td class="number" title="0.386244">0.386</td>')
  assert.match(page, '<td class="number">–</td>')
  assert.match(page, '<dd title="146.087">146</dd>')
  assert.not.match(page, '<dt>random</dt>')
  assert.match(page, '<dt>skill</dt><dd>how much smaller the error is')
})

it('what failed stands before everything else, with why, and five of many', () => {
  const cases = Array.from(
    {length: 7},
    (_, at) => ({suite: 's', name: `rule ${at}`, status: 'failed', message: `why ${at}`}) as const,
  )
  const report = reportOf({status: 'fail', cases})
  const page = renderHtml(report, resultOf(report), PLAIN)
  const [list = ''] = /<ul class="failed">[\s\S]*?<\/ul>/.exec(page) ?? []
  assert.match(list, '<strong>rule 4</strong><br>why 4')
  assert.not.match(list, 'rule 5')
  assert.match(list, 'and 2 more')
  assert.ok(page.indexOf(list) < page.indexOf('<details'))
})

it('a step has its own part with its report, and its files are linked only where the run is near', () => {
  const inner = reportOf({title: 'Inner', facts: [{label: 'Size', value: 3}]})
  const section = {
    id: 'abc',
    title: 'door',
    status: 'fail',
    facts: [],
    report: inner,
    files: ['items/abc/a b.md'],
  } as const
  const report = reportOf({status: 'fail', sections: [section]})
  const page = renderHtml(report, resultOf(report), {...PLAIN, runFolder: '..'})
  assert.match(page, '<details id="step-abc" open>')
  assert.match(page, '<dt>Size</dt><dd>3</dd>')
  assert.match(page, '<a href="../items/abc/a b.md">items/abc/a b.md</a>')
  assert.match(renderHtml(report, resultOf(report), PLAIN), '<li>items/abc/a b.md</li>')
})

it.run()
