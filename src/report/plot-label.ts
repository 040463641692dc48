import {cutText} from '#error/cut-text'
import {label} from './svg.ts'

/** What fits into the room before a row at 12 pixels a letter's height. */
const FITS = 38
const MOST_LINES = 3
const LINE = 13
/** Ends of words and of parts of a name. */
const PARTS = /[^ /.:_-]*[ /.:_-]?/g

/** A label on as few lines as it needs, broken where words or parts of a name end; what does not fit at all is cut. */
export function wrapLabel(text: string): string[] {
  const lines: string[] = []
  for (const part of text.match(PARTS) ?? []) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + part.length <= FITS) lines[lines.length - 1] = last + part
    else if (part !== '') lines.push(part)
  }
  const shown = lines.map((one) => cutText(one.trim(), FITS))
  return shown.length <= MOST_LINES ? shown : [...shown.slice(0, MOST_LINES - 1), '…']
}

/** How high every row is: enough for the one with the most lines. */
export function lineHeight(rows: readonly {readonly words: readonly string[]}[], least: number): number {
  return least + LINE * (Math.max(1, ...rows.map(({words}) => words.length)) - 1)
}

/** The lines of a label, ending at `x`, their middle at `y`. */
export function rowLabel(words: readonly string[], {x, y}: {readonly x: number; readonly y: number}): string[] {
  const first = y + 4 - (LINE * (words.length - 1)) / 2
  return words.map((text, at) => label(text, {x, y: first + LINE * at, 'text-anchor': 'end'}))
}
