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

it.run()
