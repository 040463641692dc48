import {casesTable, cellText, exitWords, STATUS_WORDS} from '#report/cell-text'
import {escapeXml} from '#report/markup'
import type {Plot} from '#report/plot'
import {plotSvg} from '#report/plot-svg'
import type {ResultDocument} from '#report/renderer'
import type {Report, Table, TableCell} from '#report/report'
import type {PageFrame} from './page-frame.ts'
import {pageTokens} from './page-markup.ts'
import {PICTURE, wordsOfPicture} from './picture-words.ts'

/** Two pages whose texts are compared. */
export interface PagePair {
  readonly told: string
  readonly made: string
}

/**
 * A page in the form of earlier versions, and what it must be. Pictures are replaced by the words in them, because their drawing has
 * changed. Undefined for a page with content that no page of Assay has.
 */
export function earlierPage(
  {title, body}: PageFrame,
  {report, document}: {readonly report: Report; readonly document: ResultDocument},
): PagePair | undefined {
  if (pageTokens(body) === undefined) return undefined
  const pictures = (report.plots ?? []).map(plotSvg)
  const words = [...body.matchAll(PICTURE)].map(([picture], at) => wordsOfPicture(picture, pictures[at] ?? ''))
  if (words.includes(undefined)) return undefined
  let at = 0
  return {
    told: `<title>${title}</title>\n${body.replaceAll(PICTURE, () => words[at++] ?? '')}`,
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
  return `<title>${title}: ${word}</title>\n${body.filter(Boolean).join('\n')}`
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
