import {casesTable, cellText, exitWords, oneLine, STATUS_WORDS} from './cell-text.ts'
import type {Renderer} from './renderer.ts'
import {hasVerdictLine, type Table, type TableCell} from './report.ts'

/** GitHub Flavored Markdown: headings, lists and tables; foreign text can open neither markup nor a new column. */
export const renderMarkdown: Renderer = (report, result) => {
  const {word, sign} = STATUS_WORDS[report.status]
  const {exit} = result
  const parts = [`# ${inert(report.title)}`]
  if (hasVerdictLine(report, exit.code)) {
    parts.push(`**${sign} ${word}** · ${exitWords(exit)}`)
    if (exit.reason) parts.push(inert(exit.reason))
  }
  if (report.facts.length > 0) {
    parts.push(report.facts.map(({label, value}) => `- ${inert(label)}: ${cell(value)}`).join('\n'))
  }
  const cases = report.cases.length > 0 && !report.tellsCases ? [casesTable(report.cases, {sign: true})] : []
  for (const table of [...report.tables, ...cases]) parts.push(`## ${inert(table.name)}`, tableLines(table))
  if (report.remarks.length > 0) parts.push('## Remarks', report.remarks.map((text) => `- ${inert(text)}`).join('\n'))
  return `${parts.join('\n\n')}\n`
}

function tableLines({columns, rows}: Table): string {
  const lines = [columns.map(inert), columns.map((_, at) => (isNumeric(rows, at) ? '---:' : '---'))]
  for (const row of rows) lines.push(row.map(cell))
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n')
}

const cell = (value: TableCell) => (typeof value === 'string' ? inert(value) : cellText(value))

function isNumeric(rows: Table['rows'], at: number): boolean {
  return rows.some((row) => typeof row[at] === 'number') && rows.every((row) => typeof row[at] !== 'string')
}

/** Markup becomes text; a line end becomes `<br>`, the only line end a table cell can hold. */
export function inert(text: string): string {
  const lines = text.split(/\r\n|[\n\r]/).map((line) =>
    oneLine(line)
      .trim()
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll(/[\\`*[\]|~$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
      // At the start of an item these would open a heading, a list or a rule.
      .replace(/^[#+=-]+(?=\s|$)/, '\\$&'),
  )
  return lines.join('<br>')
}
