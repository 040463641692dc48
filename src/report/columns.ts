import {eastAsianWidth} from 'get-east-asian-width'

/** Characters of one column each, among them the marks of our own tables: to ask what Unicode says of one takes a start a millisecond. */
const SINGLE = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2713\u2717]*$/
const ZERO = /^[\p{M}\p{Cf}\p{Cc}]$/u

/**
 * Columns a text takes on a terminal: 2 for East Asian wide characters and emoji, 0 for combining and invisible marks. An emoji that is
 * joined of several counts as all of them, as terminals without such a glyph show it.
 */
export function displayWidth(text: string): number {
  if (SINGLE.test(text)) return text.length
  let width = 0
  for (const mark of text) width += ZERO.test(mark) ? 0 : eastAsianWidth(mark.codePointAt(0) ?? 0)
  return width
}

/**
 * Cuts prose between words, with an ellipsis. A word longer than the room stays whole, so that ids can be copied; a sign or
 * single digit in front stays with its word, for alone it tells nothing.
 */
export function cutBetweenWords(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  const words = text.split(' ')
  const kept = words.slice(0, words[0]?.length === 1 ? 2 : 1)
  for (const word of words.slice(kept.length)) {
    if (displayWidth([...kept, word].join(' ')) + 2 > width) break
    kept.push(word)
  }
  return kept.length === words.length ? text : `${kept.join(' ')} …`
}

/** A command line, also behind what it is for, is there to be copied. */
const COMMAND = /^(?:[A-Z][\w ]*: )?assay (?!.* or assay )/

/** Programs whose command lines messages name. */
const PROGRAM = /^["'(`]*(?:assay|hostnode|npx|npm)$/
/** Words of a sentence that no command line of these programs goes on with. */
const OF_A_SENTENCE = new Set(
  'a again and are as at before for from has if in into is it lists makes names of on once or says shows so tells that the then there to when where which with'.split(
    ' ',
  ),
)
const END = /[),.:;?`]$/
/** What follows the words of a command: a flag, a name in capitals, a path, a number, something quoted. */
const ARGUMENT = /^(?:-|[A-Z0-9<"'.~$]|[^\s]*[/=:@*])/
/** `assay node account list`, `npm install pino`. */
const MOST_COMMAND_WORDS = 3

/** Text as lines of at most `width` columns, broken between words. A longer word stays whole, and so does a command line, also within a sentence. */
export function wrapText(text: string, width: number): string[] {
  if (COMMAND.test(text)) return [text]
  const lines: string[] = []
  let line: string | undefined
  for (const word of copiedWords(text)) {
    const longer: string = line === undefined ? word : `${line} ${word}`
    if (line === undefined || displayWidth(longer) <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line ?? '']
}

/** How many rows of a terminal the line takes: a command that must be copied is printed whole, and the terminal breaks it. */
export function rowsOf(line: string, width: number): number {
  return Math.max(1, Math.ceil(displayWidth(line) / width))
}

/** A text in pieces that stand on one line: words, and command lines whole, since a copied one that a line end breaks does something else. */
function copiedWords(text: string): string[] {
  const words = text.split(' ')
  const pieces: string[] = []
  for (let at = 0; at < words.length; ) {
    const count = PROGRAM.test(words[at] ?? '') ? commandLength(words.slice(at)) : 1
    pieces.push(words.slice(at, at + count).join(' '))
    at += count
  }
  return pieces
}

/** How many words belong to the command line that begins here. */
function commandLength(words: readonly string[]): number {
  let count = 1
  let isName = true
  for (const word of words.slice(1)) {
    isName &&= count <= MOST_COMMAND_WORDS && /^[a-z][\w-]*$/.test(word.replace(END, ''))
    const isValue = words[count - 1]?.startsWith('-') === true
    if (word === '' || PROGRAM.test(word) || OF_A_SENTENCE.has(word) || !(isName || isValue || ARGUMENT.test(word)))
      break
    count++
    if (END.test(word)) break
  }
  return count
}

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
