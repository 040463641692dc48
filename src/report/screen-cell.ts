import {cellText, oneLine} from './cell-text.ts'
import type {TableCell} from './report.ts'

const SIGNIFICANT_DIGITS = 3

/** A column with its cells as they are shown. */
export interface ScreenColumn {
  readonly name: string
  readonly cells: readonly string[]
  readonly isNumeric: boolean
}

/** A number for a reader's eye: three significant digits, or all before the point. Files keep more. */
export function shortNumber(value: number, digits = SIGNIFICANT_DIGITS): string {
  if (!Number.isFinite(value) || Number.isInteger(value)) return String(value)
  return String(Math.abs(value) >= 10 ** digits ? Math.round(value) : Number(value.toPrecision(digits)))
}

/** A cell on one line of a terminal. */
export function screenCell(cell: TableCell): string {
  return oneLine(typeof cell === 'number' ? shortNumber(cell) : cellText(cell))
}
