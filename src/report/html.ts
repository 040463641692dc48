import {casesTable, exitWords, STATUS_WORDS} from './cell-text.ts'
import {
  contents,
  factList,
  failedList,
  figureHtml,
  folded,
  type Part,
  remarkList,
  sectionBody,
  tableHtml,
  WORDS_PART,
  wordList,
} from './html-blocks.ts'
import {SCRIPT, SCRIPT_HASH, STYLE} from './html-head.ts'
import {escapeXml} from './markup.ts'
import {PLOT_STYLE} from './plot-svg.ts'
import type {Renderer, RenderView} from './renderer.ts'
import type {Report, Table} from './report.ts'

const POLICY = `default-src 'none'; script-src '${SCRIPT_HASH}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`

/**
 * One offline page in light and dark: nothing fetched, every text escaped, no script but our own, which folds and filters. Without it
 * everything can be read.
 */
export const renderHtml: Renderer = (report, {exit}, view) => {
  const {word, sign, tone} = STATUS_WORDS[report.status]
  const title = escapeXml(report.title)
  const parts = partsOf(report, view)
  const body = [
    `<h1>${title}</h1>`,
    `<p><strong class="${tone}">${sign} ${word}</strong> · ${exitWords(exit)}</p>`,
    exit.reason && `<p>${escapeXml(exit.reason)}</p>`,
    !tellsCases(report) && failedList(report.cases),
    factList([...report.facts, ...(report.page?.facts ?? [])]),
    contents(parts),
    ...parts.map(folded),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: ${word}</title>
<style>${STYLE}${PLOT_STYLE}</style>
</head>
<body>
<main>
${body.filter(Boolean).join('\n')}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
}

/** Remarks first, for they say what the numbers cannot bear; then what is seen at a glance, then in full. */
function partsOf(report: Report, view: RenderView): Part[] {
  const {plots = [], tables = []} = report.page ?? {}
  const cases = report.cases.length > 0 && !tellsCases(report) ? [casesTable(report.cases, {sign: true})] : []
  const remarks: Part[] =
    report.remarks.length > 0 ? [{id: 'remarks', title: 'Remarks', body: remarkList(report.remarks)}] : []
  const sections = (report.sections ?? []).map(
    (section): Part => ({
      id: `step-${section.id}`,
      title: section.title,
      status: section.status,
      body: sectionBody(section, view),
      isFolded: section.status === 'pass' || section.status === 'skipped',
    }),
  )
  return [
    ...tables.map((table, at): Part => ({id: `glance-${at + 1}`, title: table.name, body: tableHtml(table)})),
    ...plots.map((plot, at): Part => ({id: `course-${at + 1}`, title: plot.name, body: figureHtml(plot)})),
    ...remarks,
    ...pictures(report),
    ...[...report.tables, ...cases].map(
      (table, at): Part => ({
        id: `table-${at + 1}`,
        title: table.name,
        count: table.rows.length,
        body: tableHtml(table),
      }),
    ),
    ...sections,
    ...words([...tables, ...report.tables, ...cases]),
  ]
}

/** The steps of a job tell what its cases tell, and why; so do the tables of some reports. */
function tellsCases({tellsCases, sections}: Report): boolean {
  return tellsCases === true || sections !== undefined
}

function words(tables: readonly Table[]): Part[] {
  const body = wordList(tables)
  return body === '' ? [] : [{id: WORDS_PART, title: 'What the words mean', body}]
}

function pictures({plots = []}: Report): Part[] {
  if (plots.length === 0) return []
  return [{id: 'plots', title: 'Plots', count: plots.length, body: plots.map(figureHtml).join('\n')}]
}
