import {loadCells} from '#eval/catalogue/load-cells'
import {SUITES} from '#eval/catalogue/suites'

/** Makes the cells of any suite of the catalogue. */
export const makeCells = await loadCells(Object.values(SUITES))
