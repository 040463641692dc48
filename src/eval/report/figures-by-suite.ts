import type {CellResult} from '../model/cell.ts'
import {harmCurves} from './harm-curves.ts'
import {reliabilityFigures} from './reliability.ts'
import type {SuiteFigures} from './suite-figures.ts'

/** What suites that ran tell beside their rows. */
export function figuresBySuite(cells: readonly CellResult[]): SuiteFigures[] {
  return [reliabilityFigures(cells), harmCurves(cells)]
}
