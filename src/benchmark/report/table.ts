import type {Table, TableCell} from '#report/report'

/** A list with the table, or an empty one if the table has no rows. */
export function tableUnlessEmpty(name: string, columns: string[], rows: TableCell[][]): Table[] {
  return rows.length === 0 ? [] : [{name, columns, rows}]
}
