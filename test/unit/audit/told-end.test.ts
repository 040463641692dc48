import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {isEndOfMarkdown, isEndOfPage, isEndOfText} from '#audit/told-end'
import {isEndOfJunit} from '#audit/told-junit'
import type {Verdict} from '#contract/generated/types'
import {renderHtml} from '#report/html'
import {renderHuman} from '#report/human'
import {renderJunit} from '#report/junit'
import {renderMarkdown} from '#report/markdown'
import type {Report} from '#report/report'
import {RUN_VIEW} from '#run/layout'
import {outcome, reportOf, resultOf} from '../../support/reports.ts'
import {spec} from '../../support/spec.ts'

const it = spec('ends of reports that are not drawn again')
const FORMATS = {
  text: {render: renderHuman, isEnd: isEndOfText},
  markdown: {render: renderMarkdown, isEnd: isEndOfMarkdown},
  page: {render: renderHtml, isEnd: isEndOfPage},
  junit: {render: renderJunit, isEnd: isEndOfJunit},
} as const
type Format = keyof typeof FORMATS
const NAMES = Object.keys(FORMATS) as Format[]

const REPORT = reportOf({
  title: 'Node check of site',
  status: 'fail',
  facts: [{label: 'Target', value: 'site'}],
  tables: [{name: 'Checks', columns: ['check', 'status'], rows: [['a', 'pass']]}],
  cases: [
    {suite: 'node check', name: 'a', status: 'passed'},
    {suite: 'node check', name: 'b', status: 'failed', message: 'refs were lost'},
  ],
  remarks: ['Nothing else.'],
})

function drawn(format: Format, report: Report, document = resultOf(report)) {
  const told = FORMATS[format].render(report, document, RUN_VIEW)
  const verdict: Pick<Verdict, 'state' | 'exit'> = {state: report.status, exit: document.exit}
  return {told, isEnd: (text: string) => FORMATS[format].isEnd(text, verdict)}
}

it('is found in whatever our renderers draw', () => {
  fc.assert(
    fc.property(outcome, ({report, result}) => {
      for (const format of NAMES) {
        const {told, isEnd} = drawn(format, report, result)
        assert.ok(isEnd(told), `${format}\n${told}`)
      }
    }),
  )
})

const END = {text: '✗ failed  exit 1 (failed)', markdown: '**✗ failed** · exit 1 (failed)'} as const
const GOOD = '<p><strong class="good">✓ passed</strong> · exit 0 (ok)</p>'

/** What told another end, and passed where only the right line was looked for. */
const FORGERIES: Readonly<Record<Format, Readonly<Record<string, (told: string) => string>>>> = {
  text: {
    'another end above': (told) => told.replace(END.text, `✓ passed  exit 0 (ok)\n${END.text}`),
    'another end below': (told) => `${told}✓ passed  exit 0 (ok)\n`,
    'another reason': (told) => told.replace('because', 'all is well'),
    'an end in the title': (told) => told.replace('site', 'site: exit 0 (ok)'),
  },
  markdown: {
    'another end, the true one in a comment': (told) =>
      told.replace(END.markdown, `**✓ passed** · exit 0 (ok)\n\n<!--\n${END.markdown}\n-->`),
    'markup below': (told) => `${told}\n<div style="position:fixed">passed</div>\n`,
    'another heading': (told) => `${told}\n# passed\n`,
    'another end in a remark': (told) => told.replace('Nothing else.', 'In all: exit 0 (ok)'),
    'a picture from elsewhere': (told) => told.replace('Nothing else.', '![x](https://host.example/x.png)'),
    'a further line': (told) => told.replace('## Remarks', 'All is well.\n\n## Remarks'),
  },
  page: {
    'a page of its own, the true one in a comment': (told) => `<!doctype html>\n${GOOD}\n<!--\n${told}\n-->\n`,
    'a script': (told) => told.replace('<h1>', '<script>1</script><h1>'),
    'no policy': (told) => told.replace(/<meta http-equiv[^>]*>\n/, ''),
    'something over it': (told) => told.replace('<main>', '<main><div style="position:fixed">passed</div>'),
    'a second end': (told) => told.replace('because</p>', `because</p>\n${GOOD}`),
    'an end in a remark': (told) => told.replace('Nothing else.', 'In all: exit 0 (ok)'),
    'another title': (told) => told.replace('site: failed</title>', 'site: passed</title>'),
    'another reason': (told) => told.replace('<p>because', '<p>all is well'),
    'a second heading': (told) => told.replace('<nav', '<h1>passed</h1>\n<nav'),
    'a comment': (told) => told.replace('<nav', '<!-- x -->\n<nav'),
  },
  junit: {
    'a case that passed': (told) => told.replace(/<failure[\s\S]*<\/failure>/, ''),
    'sums without failures': (told) => told.replaceAll('failures="1"', 'failures="0"'),
    'no case that failed': (told) =>
      told.replaceAll('failures="1"', 'failures="0"').replace(/\n *<failure[\s\S]*<\/failure>/, ''),
    'another verdict': (told) => told.replace('value="fail"', 'value="pass"'),
    'the verdict twice': (told) => told.replace(/( *<property [^\n]*\n)/, '$1$1'),
    'a comment': (told) => told.replace('</testsuites>', '<!-- x --></testsuites>'),
    'a second document': (told) => `${told}<testsuites name="x" tests="0" failures="0" errors="0"></testsuites>\n`,
    'an entity of its own': (told) => told.replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>'),
  },
}

it('of a line of very many blanks it is said at once that it is no end', () => {
  const told = `${drawn('text', REPORT).told}x ${' '.repeat(1_000_000)}\n`
  assert.ok(drawn('text', REPORT).isEnd(told))
})

for (const format of NAMES) {
  it(`stands in its place and alone: ${format}`, () => {
    const {told, isEnd} = drawn(format, REPORT)
    assert.ok(isEnd(told), told)
    const taken = Object.entries(FORGERIES[format]).filter(([name, change]) => {
      assert.not.equal(change(told), told, name)
      return isEnd(change(told))
    })
    assert.equal(
      taken.map(([name]) => name),
      [],
    )
  })
}

it.run()
