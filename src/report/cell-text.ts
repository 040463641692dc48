import type {Exit, VerdictState} from '#error/exit'
import type {RenderView} from './renderer.ts'
import type {Case, Table, TableCell} from './report.ts'

/** A status as people read it: a word, a sign of one column so that colour is never alone, and the tone for colour. */
export interface StatusWord {
  readonly word: string
  readonly sign: string
  readonly tone: 'good' | 'bad' | 'warning' | 'neutral'
}

export const STATUS_WORDS: Readonly<Record<VerdictState, StatusWord>> = {
  pass: {word: 'passed', sign: '✓', tone: 'good'},
  fail: {word: 'failed', sign: '✗', tone: 'bad'},
  unavailable: {word: 'unavailable', sign: '✗', tone: 'bad'},
  inconclusive: {word: 'inconclusive', sign: '?', tone: 'warning'},
  incomparable: {word: 'incomparable', sign: '≠', tone: 'warning'},
  restored: {word: 'restored', sign: '↺', tone: 'warning'},
  'unsafe-state': {word: 'unsafe state', sign: '!', tone: 'bad'},
  refused: {word: 'refused', sign: '✗', tone: 'bad'},
  bug: {word: 'bug', sign: '!', tone: 'bad'},
  skipped: {word: 'skipped', sign: '-', tone: 'neutral'},
  interrupted: {word: 'interrupted', sign: '!', tone: 'warning'},
}

export const CASE_WORDS: Readonly<Record<Case['status'], StatusWord>> = {
  passed: {word: 'passed', sign: '✓', tone: 'good'},
  failed: {word: 'failed', sign: '✗', tone: 'bad'},
  error: {word: 'error', sign: '!', tone: 'bad'},
  skipped: {word: 'skipped', sign: '-', tone: 'neutral'},
}

/** The exit as every format for people shows it, such as `exit 4 (inconclusive)`. */
export function exitWords(exit: Exit): string {
  return `exit ${exit.code} (${exit.name})`
}

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

const SHORT_DIGITS = 3

/** A column with its cells as they are shown. */
export interface ScreenColumn {
  readonly name: string
  readonly cells: readonly string[]
  readonly isNumeric: boolean
}

/** A number for a reader's eye: three significant digits, or all before the point. Files keep more. */
export function shortNumber(value: number, digits = SHORT_DIGITS): string {
  if (!Number.isFinite(value) || Number.isInteger(value)) return String(value)
  return String(Math.abs(value) >= 10 ** digits ? Math.round(value) : Number(value.toPrecision(digits)))
}

/** A cell on one line of a terminal. */
export function screenCell(cell: TableCell): string {
  return oneLine(typeof cell === 'number' ? shortNumber(cell) : cellText(cell))
}

/** Escape numbers of the tones; signs and words say the same without them. */
export const TONES: Readonly<Record<StatusWord['tone'], number>> = {good: 32, bad: 31, warning: 33, neutral: 2}
export const BOLD = 1

/** The text in a colour, where colours are wanted. */
export function paint(text: string, code: number, {colour}: Pick<RenderView, 'colour'>): string {
  return colour ? `\u001b[${code}m${text}\u001b[0m` : text
}

const CELL_TONES: Readonly<Record<string, StatusWord['tone']>> = {
  ...Object.fromEntries(Object.entries(STATUS_WORDS).map(([state, {tone}]) => [state, tone])),
  ...Object.fromEntries(Object.values(STATUS_WORDS).map(({word, tone}) => [word, tone])),
  ok: 'good',
  healthy: 'good',
  unhealthy: 'bad',
  warning: 'warning',
}

/** A cell that is a verdict or a status, in its colour; every other cell as it is. */
export function paintCell(text: string, view: Pick<RenderView, 'colour'>): string {
  const tone = CELL_TONES[text]
  return tone === undefined || !Object.hasOwn(CELL_TONES, text) ? text : paint(text, TONES[tone], view)
}
