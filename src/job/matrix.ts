import type {JobValue} from './substitute.ts'

export type Cell = Readonly<Record<string, JobValue>>

/** Every combination, the last axis fastest; one empty cell without a matrix. */
export function cellsOf(matrix: Readonly<Record<string, readonly JobValue[]>> | undefined): Cell[] {
  return Object.entries(matrix ?? {}).reduce<Cell[]>(
    (cells, [axis, values]) => cells.flatMap((cell) => values.map((value) => ({...cell, [axis]: value}))),
    [{}],
  )
}

/** A name for a cell that is a valid step id part, such as `seed-1.env-two-room`; empty for the empty cell. */
export function cellName(cell: Cell): string {
  return Object.entries(cell)
    .map(([axis, value]) => `${axis}-${String(value).replaceAll(/[^A-Za-z0-9_.-]/g, '_')}`)
    .join('.')
    .slice(0, 60)
}
