import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {isSamePage} from '#audit/same-page'
import {renderHtml} from '#report/html'
import {RUN_VIEW} from '#run/layout'
import {reportOf, resultOf} from '../../support/reports.ts'
import {spec} from '../../support/spec.ts'

const it = spec('pages compared')
const INNER = reportOf({title: 'Inner', facts: [{label: 'rate', value: 0.5}]})
const SECTION = {id: 'abc', title: 'door', status: 'fail', facts: [], files: [], report: INNER} as const
const REPORT = reportOf({status: 'fail', sections: [SECTION]})
const DOCUMENT = resultOf(REPORT)
const PAGE = renderHtml(REPORT, DOCUMENT, RUN_VIEW)
const expected = {report: REPORT, document: DOCUMENT, unknown: []}

it('a page is what its run says, to the letter', () => {
  assert.ok(isSamePage(PAGE, expected))
  assert.not.ok(isSamePage(PAGE.replace('0.5', '0.9'), expected))
  assert.not.ok(isSamePage(PAGE.replace('</style>', '.bad { display: none } </style>'), expected))
})

it('a section that cannot be computed again may say other numbers, but no other end, and nothing that acts outside it', () => {
  const {report: _, ...bare} = SECTION
  const unknown = {report: {...REPORT, sections: [bare]}, document: DOCUMENT, unknown: ['abc']}
  assert.ok(isSamePage(PAGE, unknown))
  assert.not.ok(isSamePage(PAGE.replace('door: failed</h2>', 'door: passed</h2>'), unknown))
  assert.not.ok(isSamePage(PAGE.replace('<dd>0.5', '<dd><style>.bad{display:none}</style>0.5'), unknown))
  assert.not.ok(isSamePage(PAGE, {...unknown, unknown: []}))
})

const RECORDED = 'fixtures/golden/recorded/runs/20261123T225313312Z-jpbuwu/reports/report.html'
const LOOKS = /<meta http-equiv[^>]*>|<style>[\s\S]*?<\/style>|<script>[\s\S]*?<\/script>/g

it('a page of the version before says the same without what was added, in its own looks alone', () => {
  const report = reportOf({
    status: 'fail',
    remarks: ['L4, not shown'],
    tables: [
      {
        name: 'rows',
        columns: ['metric', 'estimate'],
        rows: [
          ['cf_gain', 0.123456],
          ['spl', null],
        ],
      },
    ],
    cases: [{suite: 'eval', name: 'gain', status: 'failed', message: 'too small'}],
  })
  const document = resultOf(report)
  const looks = [...readFileSync(join(import.meta.dirname, '../../..', RECORDED), 'utf8').matchAll(LOOKS)]
  let at = 0
  const told = renderHtml(report, document, RUN_VIEW)
    .replaceAll(LOOKS, () => looks[at++]?.[0] ?? '')
    .replace('class="number" title="0.123456">0.123<', 'class="number">0.123456<')
    .replace('<td class="number">–', '<td>–')
    .replaceAll('<th scope="col" class="number">', '<th scope="col">')
    .replace('Actions (level L4 of L0 to L7), ', 'L4, ')
    .replace(/<ul class="failed">[\s\S]*?<\/ul>\n/, '')
    .replace(/<li><a href="#words">.*\n/, '')
    .replace(/<details id="words"[\s\S]*?<\/details>\n/, '')
  const same = {report, document, unknown: []}
  assert.ok(isSamePage(told, same))
  assert.not.ok(isSamePage(told.replace('0.123456', '0.923456'), same))
  assert.not.ok(isSamePage(told.replace('</style>', '.bad { display: none } </style>'), same))
  assert.not.ok(isSamePage(told.replace('<h1>', '<ul class="failed"><li>x</li></ul>\n<h1>'), same))
})

it.run()
