import {copiedWords} from './copied-words.ts'
import {displayWidth} from './display-width.ts'

/** A command line, also behind what it is for, is there to be copied. */
const COMMAND = /^(?:[A-Z][\w ]*: )?assay (?!.* or assay )/

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
