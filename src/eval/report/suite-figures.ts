import type {EvalFailure} from '#contract/generated/types'
import type {Plot} from '#report/plot'
import type {Table} from '#report/report'
import type {CellResult} from '../model/cell.ts'

/** What is shown beside the rows: of a suite, or of the trials that failed. */
export interface SuiteFigures<Chart extends Plot = Plot> {
  readonly tables: readonly Table[]
  readonly charts: readonly Chart[]
}

const TELLING: ReadonlySet<string> = new Set(['calibration', 'meta'])

/** Whether there is more to show than rows: few suites have figures of their own, and of failed trials there are pictures. */
export function haveFigures(cells: readonly CellResult[], failures: readonly EvalFailure[]): boolean {
  return failures.length > 0 || cells.some(({facts}) => TELLING.has(facts.suite.kind))
}
