import type {Table, TableCell} from '#report/report'

/** A table that has something to show, or none. */
export function tableUnlessEmpty(name: string, columns: string[], rows: TableCell[][]): Table[] {
  return rows.length === 0 ? [] : [{name, columns, rows}]
}
