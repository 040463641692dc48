import {cutBetweenWords, displayWidth} from './display-width.ts'

const GAP = 2

/** Which side a column hugs. */
export type Side = 'left' | 'right'

/**
 * Rows as aligned lines by display width. Too wide for `width`, the widest columns give way, cut between words only; what
 * still does not fit runs over rather than lose an id.
 */
export function alignColumns(rows: readonly (readonly string[])[], sides: readonly Side[], width: number): string[] {
  const room = fitWidths(rows, sides.length, width - GAP * (sides.length - 1))
  const cut = rows.map((row) => row.map((text, at) => cutBetweenWords(text, room[at] ?? 0)))
  const final = columnWidths(cut, sides.length)
  return cut.map((row) =>
    row
      .map((text, at) => pad(text, final[at] ?? 0, sides[at] ?? 'left'))
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
}

/** Full widths under the largest common cap that fits into `open`; no column goes below what its cells can be cut to. */
function fitWidths(rows: readonly (readonly string[])[], count: number, open: number): readonly number[] {
  const full = columnWidths(rows, count)
  if (total(full) <= open) return full
  const least = columnWidths(
    rows.map((row) => row.map((text) => cutBetweenWords(text, 0))),
    count,
  )
  let cap = open
  const capped = () => full.map((own, at) => Math.min(own, Math.max(cap, least[at] ?? 0)))
  while (cap > 0 && total(capped()) > open) cap -= 1
  return capped()
}

function columnWidths(rows: readonly (readonly string[])[], count: number): number[] {
  const widths = Array.from({length: count}, () => 0)
  for (const row of rows) {
    for (const [at, text] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, displayWidth(text))
  }
  return widths
}

const total = (widths: readonly number[]) => widths.reduce((sum, own) => sum + own, 0)

function pad(text: string, width: number, side: Side): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return side === 'left' ? text + space : space + text
}
