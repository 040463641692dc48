import type {EvalFailure} from '#contract/generated/types'
import type {CellResult} from '../model/cell.ts'
import {failurePlots} from './gallery.ts'
import {harmCurves} from './harm-curves.ts'
import {reliabilityFigures} from './reliability.ts'
import type {SuiteFigures} from './suite-figures.ts'

/** What suites that ran tell beside their rows, and what the failures that are shown looked like. */
export function figuresBySuite(cells: readonly CellResult[], failures: readonly EvalFailure[]): SuiteFigures[] {
  return [reliabilityFigures(cells), harmCurves(cells), {tables: [], charts: failurePlots(failures)}]
}
