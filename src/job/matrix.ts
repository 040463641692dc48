import type {JobValue} from './substitute.ts'

export type MatrixCell = Readonly<Record<string, JobValue>>

export const LONGEST_CELL_NAME = 60

/** Every combination, the last axis fastest; one empty cell without a matrix. */
export function cellsOf(matrix: Readonly<Record<string, readonly JobValue[]>> | undefined): MatrixCell[] {
  return Object.entries(matrix ?? {}).reduce<MatrixCell[]>(
    (cells, [axis, values]) => cells.flatMap((cell) => values.map((value) => ({...cell, [axis]: value}))),
    [{}],
  )
}

/** A name for a cell that is a valid step id part, such as `seed-1.env-two-room`; empty for the empty cell. */
export function matrixCellName(cell: MatrixCell): string {
  return Object.entries(cell)
    .map(([axis, value]) => `${axis}-${String(value).replaceAll(/[^A-Za-z0-9_.-]/g, '_')}`)
    .join('.')
    .slice(0, LONGEST_CELL_NAME)
}
