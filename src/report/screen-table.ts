import {paint, paintCell, type ScreenColumn, screenCell, TONES} from './cell-text.ts'
import {displayWidth, wrapText} from './columns.ts'
import type {RenderView} from './renderer.ts'
import type {Table} from './report.ts'
import {cellLines, stackedRows} from './stacked-rows.ts'

const GAP = 2
/** Prose is not squeezed below this: a word a line is slower to read than a row that is stacked. */
const NARROWEST_PROSE = 18

/**
 * A table as lines that fit: words wrapped in their column; then, unless all was asked for, without its minor columns, which are
 * named or stand below their row; else each row stacked. Nothing is cut.
 */
export function screenTable(table: Table, view: RenderView): string[] {
  const all = columnsOf(table)
  if (all.length === 0) return ['(none)']
  const whole = fittingLines(all, view)
  if (whole) return whole
  const isComplete = view.screen?.verbose === true
  const hidden = isComplete ? [] : minorFirst(table, all)
  for (let count = 1; count <= hidden.length; count++) {
    const gone = new Set(hidden.slice(0, count))
    const below = table.minorBelow ? all.filter(({name}) => gone.has(name)) : []
    const lines = fittingLines(
      all.filter(({name}) => !gone.has(name)),
      view,
      below,
    )
    if (lines) return below.length > 0 ? lines : [...lines, ...hiddenLines([...gone].reverse(), view)]
  }
  return stackedRows(all, view)
}

/** A column that is empty in every row says nothing. */
function columnsOf({columns, rows}: Table): ScreenColumn[] {
  return columns.flatMap((name, at) => {
    const cells = rows.map((row) => row[at] ?? null)
    if (cells.every((cell) => cell === null || cell === '')) return []
    const isNumeric = cells.some((cell) => typeof cell === 'number')
    return [{name: screenCell(name), cells: cells.map(screenCell), isNumeric}]
  })
}

function minorFirst({minor = []}: Table, all: readonly ScreenColumn[]): string[] {
  return minor.filter((name) => all.some((column) => column.name === name))
}

function hiddenLines(names: readonly string[], view: RenderView): string[] {
  const text = `No room for ${names.join(', ')}: --verbose shows all.`
  return wrapText(text, view.width).map((line) => paint(line, TONES.neutral, view))
}

/** `below`: columns whose cells stand beneath their row. */
function fittingLines(
  columns: readonly ScreenColumn[],
  view: RenderView,
  below: readonly ScreenColumn[] = [],
): string[] | undefined {
  const widths = fitWidths(columns, view.width - GAP * (columns.length - 1))
  if (widths === undefined) return undefined
  const head = paint(
    joined(columns.map(({name}, at) => pad(name, widths[at] ?? 0, columns[at])).join(GAPS)),
    TONES.neutral,
    view,
  )
  const count = columns[0]?.cells.length ?? 0
  const rows = Array.from({length: count}, (_, row) => [
    ...rowLines(columns, widths, row, view),
    ...cellLines(below, row, view),
  ])
  return [head, ...rows.flat()]
}

const GAPS = ' '.repeat(GAP)
const joined = (line: string) => line.trimEnd()

/** Full widths, or the widest prose narrowed until the row fits; undefined where it cannot. */
function fitWidths(columns: readonly ScreenColumn[], room: number): number[] | undefined {
  const widths = columns.map(({name, cells}) => widest([name, ...cells]))
  if (total(widths) <= room) return widths
  const least = columns.map(({name, cells}, at) => {
    const words = widest([name, ...cells.flatMap((cell) => wrapText(cell, 1))])
    return Math.min(widths[at] ?? 0, Math.max(words, NARROWEST_PROSE))
  })
  if (total(least) > room) return undefined
  let cap = Math.max(...widths)
  const capped = () => widths.map((own, at) => Math.max(Math.min(own, cap), least[at] ?? 0))
  while (total(capped()) > room) cap -= 1
  return capped()
}

function rowLines(
  columns: readonly ScreenColumn[],
  widths: readonly number[],
  row: number,
  view: RenderView,
): string[] {
  const cells = columns.map(({cells: own}, at) => wrapText(own[row] ?? '', widths[at] ?? 0))
  const height = Math.max(...cells.map((lines) => lines.length))
  return Array.from({length: height}, (_, line) => {
    const texts = cells.map((lines) => lines[line] ?? '')
    const last = texts.findLastIndex((text) => text !== '')
    return texts
      .slice(0, last + 1)
      .map((text, at) =>
        paintedPad(text, at === last ? 0 : (widths[at] ?? 0), {column: columns[at], full: widths[at] ?? 0}, view),
      )
      .join(GAPS)
  })
}

/** Colour goes round the word and not round its padding. */
function paintedPad(
  text: string,
  width: number,
  {column, full}: {readonly column: ScreenColumn | undefined; readonly full: number},
  view: RenderView,
): string {
  const padded = pad(text, column?.isNumeric ? full : width, column)
  return padded.replace(text, () => paintCell(text, view))
}

function pad(text: string, width: number, column: ScreenColumn | undefined): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return column?.isNumeric ? space + text : text + space
}

const widest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, displayWidth(text)), 0)
const total = (widths: readonly number[]) => widths.reduce((sum, own) => sum + own, 0)
