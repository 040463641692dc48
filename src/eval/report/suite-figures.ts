import type {Plot} from '#report/plot'
import type {Table} from '#report/report'

/** What a suite tells beside its rows. */
export interface SuiteFigures<Chart extends Plot = Plot> {
  readonly tables: readonly Table[]
  readonly charts: readonly Chart[]
}
