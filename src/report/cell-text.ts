import type {Case, Table, TableCell} from './report.ts'
import {CASE_WORDS} from './status-words.ts'

const SIGNIFICANT_DIGITS = 6
const WHOLE_FROM = 10 ** SIGNIFICANT_DIGITS
// C0, DEL, C1, and the marks that reorder or hide text around them.
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** A cell for people: absent is a dash, never 0; a fraction keeps six digits, or all before the point (CSV and JSON keep all). */
export function cellText(cell: TableCell): string {
  if (cell === null) return '–'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (typeof cell === 'string') return cell
  if (Number.isInteger(cell)) return String(cell)
  return String(Math.abs(cell) >= WHOLE_FROM ? Math.round(cell) : Number(cell.toPrecision(SIGNIFICANT_DIGITS)))
}

/** Text on one line that cannot steer a terminal: line ends and tabs are spaces, other control and bidi marks visible. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n|[\t\n\r]/g, ' ')
    .replaceAll(INVISIBLE, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Cases as a table, for the formats that know no cases of their own. `sign` adds the sign before the status word. */
export function casesTable(cases: readonly Case[], options: {readonly sign: boolean}): Table {
  const columns = ['status', 'suite', 'name', 'duration_ms', 'type', 'message']
  const rows = cases.map((one): TableCell[] => [
    options.sign ? `${CASE_WORDS[one.status].sign} ${CASE_WORDS[one.status].word}` : one.status,
    one.suite,
    one.name,
    one.durationMs ?? null,
    one.type ?? null,
    one.message ?? null,
  ])
  return {name: 'Cases', columns, rows}
}
