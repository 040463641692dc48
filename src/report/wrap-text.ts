import {displayWidth} from './display-width.ts'

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
