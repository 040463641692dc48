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

const FOREST = {
  kind: 'forest',
  name: 'rates',
  axis: {label: 'rate', scale: 'linear'},
  rows: [{label: 'door', estimate: 0.5, low: 0.4, high: 0.6, state: 'fail'}],
} as const

/** What stands in a picture, or where pages have their frame, and is none of ours. */
const FOREIGN: readonly (readonly [name: string, change: (page: string) => string])[] = [
  ['an element in capitals', (page) => page.replace('</svg>', '<DIV STYLE="position:fixed">passed</DIV></svg>')],
  ['a refresh in capitals', (page) => page.replace('</svg>', '<META HTTP-EQUIV="refresh" CONTENT="0;url=x"></svg>')],
  ['words beside its texts', (page) => page.replace('</svg>', 'passed</svg>')],
  ['a handler behind a slash', (page) => page.replace('</svg>', '<rect/onclick="x()"/></svg>')],
  ['a mark of another place', (page) => page.replace('</svg>', '<path/><home>passed</svg>')],
  ['a style', (page) => page.replace('<circle ', '<circle style="r:900px" ')],
  ['a value without quotes', (page) => page.replace(/cx="[^"]*"/, 'cx=1')],
  ['an attribute twice', (page) => page.replace('<circle ', '<circle class="dot" ')],
  ['a dot more', (page) => page.replace('<circle ', '<circle cx="1" cy="1" r="4" class="dot"/><circle ')],
  ['a comment', (page) => page.replace('<h1>', '<!-- x --><h1>')],
  ['a link that leads away', (page) => page.replace('<h1>', '<a href="https://host.example/">x</a><h1>')],
  ['a text that is never closed', (page) => page.replace('</svg>', '<text></svg>')],
  [
    'its policy where browsers take none',
    (page) => {
      const [policy = ''] = /<meta http-equiv[^>]*>\n/.exec(page) ?? []
      return page.replace(policy, '').replace('<body>\n', `<body>\n${policy}`)
    },
  ],
  ['no policy', (page) => page.replace(/<meta http-equiv[^>]*>\n/, '')],
  ['half of its style', (page) => page.replace(/(<style>\n[^\n]*\n)[\s\S]*(<\/style>)/, '$1$2')],
  ['a script more', (page) => page.replace('</body>', '<script>1</script>\n</body>')],
]

for (const [age, run] of [
  ['former', 'recorded/runs/20261123T225313312Z-jpbuwu'],
  ['earlier', 'recorded/runs/20261121T074233422Z-vnfkqm'],
] as const) {
  it(`a page of the ${age} kind holds no mark, attribute or frame but ours, however a browser would read it`, () => {
    const report = reportOf({status: 'fail', plots: [FOREST]})
    const document = resultOf(report)
    const golden = readFileSync(
      join(import.meta.dirname, '../../../fixtures/golden', run, 'reports/report.html'),
      'utf8',
    )
    const looks = [...golden.matchAll(LOOKS)]
    const [svg = ''] = /<svg [\s\S]*<\/svg>/.exec(renderHtml(report, document, RUN_VIEW)) ?? []
    let at = 0
    const former = renderHtml(report, document, RUN_VIEW).replaceAll(LOOKS, () => looks[at++]?.[0] ?? '')
    const body = `<h1>Trial</h1>\n<p><strong class="bad">✗ failed</strong> · exit 1 (failed)</p>\n<p>because</p>\n<figure>\n<figcaption>rates</figcaption>\n${svg}\n</figure>`
    const earlier = former.replace(/<body>[\s\S]*<\/body>/, `<body>\n${body}\n</body>`)
    const told = age === 'former' ? former : earlier
    const same = {report, document, unknown: []}
    assert.ok(isSamePage(told, same))
    const taken = FOREIGN.filter(([, change]) => isSamePage(change(told), same)).map(([name]) => name)
    assert.equal(taken, [])
    for (const [name, change] of FOREIGN) assert.not.equal(change(told), told, name)
  })
}

it('a section that cannot be computed again is cut only where it ends for a browser too', () => {
  const {report: _, ...bare} = SECTION
  const unknown = {report: {...REPORT, sections: [bare]}, document: DOCUMENT, unknown: ['abc']}
  for (const added of [
    '</DETAILS><div/style="position:fixed">passed</div>',
    '<div/style="position:fixed">passed</div>',
    '<h1>passed</h1>',
    '<p>passed</p>',
    '<dl>',
    '<!-- ',
    '<a href="javascript:x">x</a>',
  ])
    assert.not.ok(isSamePage(PAGE.replace('<dd>0.5', `${added}<dd>0.5`), unknown), added)
})

it.run()
