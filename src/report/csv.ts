import {casesTable} from './cell-text.ts'
import type {Renderer} from './renderer.ts'
import type {Report, Table, TableCell} from './report.ts'

/**
 * The first table of the report, or its cases, or its facts, one line a row, numbers at full precision, absent empty.
 * Text that a spreadsheet would run as a formula gets a leading apostrophe. Source: RFC 4180; OWASP, CSV Injection.
 */
export const renderCsv: Renderer = (report) => {
  const {columns, rows} = primaryTable(report)
  return [columns, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')
}

function primaryTable(report: Report): Table {
  const [first] = report.tables
  if (first) return first
  if (report.cases.length > 0) return casesTable(report.cases, {sign: false})
  return {name: 'Facts', columns: ['label', 'value'], rows: report.facts.map(({label, value}) => [label, value])}
}

function field(cell: TableCell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
