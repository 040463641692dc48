import {casesTable, cellText, exitWords, STATUS_WORDS} from '#report/cell-text'
import {escapeXml} from '#report/markup'
import type {Plot} from '#report/plot'
import {plotSvg} from '#report/plot-svg'
import type {ResultDocument} from '#report/renderer'
import type {Report, Table, TableCell} from '#report/report'
import {wordsOfPicture} from './picture-words.ts'

/** What pages of earlier versions may have said of how they look; the oldest said less. */
const STYLES = new Set([
  ':root { color-scheme: light dark; --good: light-dark(#116329, #4ac26b); --bad: light-dark(#a40e26, #ff7b72);',
  '  --warning: light-dark(#7d4e00, #d29922); --neutral: light-dark(#57606a, #9198a1); --line: light-dark(#d1d9e0, #3d444d); }',
  'body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }',
  'table { border-collapse: collapse; margin: 1.5rem 0; display: block; overflow-x: auto; }',
  'caption { text-align: left; font-weight: 600; padding: .25rem 0; }',
  'th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; white-space: pre-wrap; }',
  'td.number { text-align: right; font-variant-numeric: tabular-nums; }',
  'dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; } dt { color: var(--neutral); } dd { margin: 0; }',
  'figure { margin: 1.5rem 0; } figcaption { font-weight: 600; padding: .25rem 0; }',
  '.good { color: var(--good); } .bad { color: var(--bad); } .warning { color: var(--warning); } .neutral { color: var(--neutral); }',
  'svg.plot { width: 100%; max-width: 52rem; height: auto; display: block; font-size: 12px; }',
  'svg.plot text { fill: CanvasText; } svg.plot .axis { fill: var(--neutral); }',
  'svg.plot .grid { stroke: var(--line); stroke-width: .5; } svg.plot .rule { stroke: var(--neutral); }',
  'svg.plot .reference { stroke: var(--neutral); stroke-dasharray: 5 4; }',
  'svg.plot .curve { fill: none; stroke: var(--series); stroke-width: 2; stroke-dasharray: var(--dash, none); }',
  'svg.plot .dot, svg.plot .bar { fill: var(--series); } svg.plot .band { fill: var(--series); opacity: .15; }',
  '.s0 { --series: light-dark(#0969da, #58a6ff); } .s1 { --series: light-dark(#bc4c00, #f0883e); --dash: 7 3; }',
  '.s2 { --series: light-dark(#1a7f37, #3fb950); --dash: 2 2; } .s3 { --series: light-dark(#8250df, #bc8cff); --dash: 9 3 2 3; }',
  '.s4 { --series: light-dark(#bf3989, #f778ba); --dash: 4 4; } .s5 { --series: light-dark(#57606a, #9198a1); --dash: 1 3; }',
  'svg.plot .good { --series: var(--good); } svg.plot .bad { --series: var(--bad); } svg.plot .warning { --series: var(--warning); }',
  'svg.plot .neutral { --series: var(--neutral); } svg.plot .sign { fill: var(--series); font-weight: 600; }',
  'svg.plot .frame { fill: none; stroke: var(--line); } svg.plot .goal { fill: var(--good); } svg.plot .actuated { fill: var(--bad); }',
  'svg.plot .other { fill: light-dark(#0969da, #58a6ff); } svg.plot .wall { fill: var(--neutral); }',
])
const STYLE = /<style>\n([\s\S]*?)\n<\/style>/
const PICTURE = /<svg [\s\S]*?<\/svg>/g
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** Two pages whose text is to be compared. */
export interface PagePair {
  readonly told: string
  readonly made: string
}

/**
 * A page in the form of earlier versions, and what it must be: without style, and with pictures as the words in them, for how they are
 * drawn has changed. Undefined for a page that says more than those versions did.
 */
export function earlierPage(
  told: string,
  {report, document}: {readonly report: Report; readonly document: ResultDocument},
): PagePair | undefined {
  const style = STYLE.exec(told)?.[1]?.split('\n')
  if (style === undefined || !style.every((line) => line === '' || STYLES.has(line))) return undefined
  const pictures = (report.plots ?? []).map(plotSvg)
  const words = [...told.matchAll(PICTURE)].map(([picture], at) => wordsOfPicture(picture, pictures[at] ?? ''))
  if (words.includes(undefined)) return undefined
  let at = 0
  return {
    told: told.replace(STYLE, '').replaceAll(PICTURE, () => words[at++] ?? ''),
    made: pageOf(report, document, pictures),
  }
}

function pageOf(report: Report, {exit}: ResultDocument, pictures: readonly string[]): string {
  const {word, sign, tone} = STATUS_WORDS[report.status]
  const title = escapeXml(report.title)
  const cases = report.cases.length > 0 ? [casesTable(report.cases, {sign: true})] : []
  const figure = ({name}: Plot, at: number) =>
    `<figure>\n<figcaption>${escapeXml(name)}</figcaption>\n${wordsOfPicture(pictures[at] ?? '', pictures[at] ?? '')}\n</figure>`
  const facts = report.facts.map(
    ({label, value}) => `<dt>${escapeXml(label)}</dt><dd>${escapeXml(cellText(value))}</dd>`,
  )
  const remarks = report.remarks.map((text) => `<li>${escapeXml(text)}</li>`)
  const body = [
    `<h1>${title}</h1>`,
    `<p><strong class="${tone}">${sign} ${word}</strong> · ${exitWords(exit)}</p>`,
    exit.reason && `<p>${escapeXml(exit.reason)}</p>`,
    facts.length > 0 && `<dl>\n${facts.join('\n')}\n</dl>`,
    ...(report.plots ?? []).map(figure),
    ...[...report.tables, ...cases].map(table),
    remarks.length > 0 && `<h2>Remarks</h2>\n<ul>\n${remarks.join('\n')}\n</ul>`,
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: ${word}</title>

</head>
<body>
${body.filter(Boolean).join('\n')}
</body>
</html>
`
}

function table({name, columns, rows}: Table): string {
  const head = columns.map((column) => `<th scope="col">${escapeXml(column)}</th>`).join('')
  const lines = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`)
  return [
    `<table>\n<caption>${escapeXml(name)}</caption>`,
    `<thead><tr>${head}</tr></thead>`,
    `<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`,
  ].join('\n')
}

function cell(value: TableCell): string {
  const text = escapeXml(cellText(value))
  return typeof value === 'number' ? `<td class="number">${text}</td>` : `<td>${text}</td>`
}
