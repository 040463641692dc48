import type {Plot} from '#report/plot'
import type {Table} from '#report/report'
import type {CellResult} from '../model/cell.ts'

/** What a suite tells beside its rows. */
export interface SuiteFigures<Chart extends Plot = Plot> {
  readonly tables: readonly Table[]
  readonly charts: readonly Chart[]
}

const TELLING: ReadonlySet<string> = new Set(['calibration', 'meta'])

/** Whether any cell is of a suite that tells more than rows. */
export function haveFigures(cells: readonly CellResult[]): boolean {
  return cells.some(({facts}) => TELLING.has(facts.suite.kind))
}
