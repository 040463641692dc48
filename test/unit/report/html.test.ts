import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {renderHtml} from '#report/html'
import {outcome, PLAIN, reportOf, resultOf} from '../../support/reports.ts'
import {spec} from '../../support/spec.ts'

const it = spec('html')
const TAGS =
  /<\/?(?:!doctype|html|head|meta|title|style|body|h1|h2|p|strong|dl|dt|dd|table|caption|thead|tbody|tr|th|td|ul|li)(?= [^<>]*>|>)/g

it('foreign text adds no tag, no attribute and no script', () => {
  fc.assert(
    fc.property(outcome, ({report, result}) => {
      const page = renderHtml(report, result, PLAIN)
      assert.not.match(page.replaceAll(TAGS, ''), /</)
    }),
    {numRuns: 200},
  )
  const page = renderHtml(reportOf({title: '</title><script>x'}), resultOf(reportOf()), PLAIN)
  assert.ok(page.includes('<title>&lt;/title&gt;&lt;script&gt;x: passed</title>'))
})

it('the page fetches nothing and knows light and dark', () => {
  const page = renderHtml(reportOf(), resultOf(reportOf()), PLAIN)
  assert.not.match(page, /src=|href=|url\(|@import/)
  assert.match(page, "default-src 'none'")
  assert.match(page, 'color-scheme: light dark')
})

it.run()
