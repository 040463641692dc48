import type {Cell, Table} from '#report/report'

/** A table that has something to show, or none. */
export function tableOf(name: string, columns: string[], rows: Cell[][]): Table[] {
  return rows.length === 0 ? [] : [{name, columns, rows}]
}
