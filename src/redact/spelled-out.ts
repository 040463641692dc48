import {ByteRun, undoDumps} from './dumps.ts'
import {ESCAPE, meaningOf} from './escapes.ts'
import {eachRun, type RunCharacters, runCharacters} from './text-runs.ts'
import {type Undo, undoBackslashes, undoLineBreaks, undoQuotedLines, undoSpacing} from './undone-views.ts'

const HAS_ESCAPE = /%[\da-f]{2}|\\[ux\d]|&(?:amp;)*#|=[\dA-F]{2}/i
const JOINT = String.raw`(?:[\s,;:.|'"-]|\\[nrt]){1,40}`
/** Bytes in pairs of hexadecimal digits, each with or without a prefix, alone or in groups, with something between them. */
const HEX_LIST = new RegExp(
  String.raw`\b(?:0x)?(?:[\da-f]{2}){1,64}(?:${JOINT}(?:0x)?(?:[\da-f]{2}){1,64}(?![\da-z])){3,}`,
  'gi',
)
/** Four bytes and what is between them. */
const SHORTEST_LIST = 11
/** All that `\s` means beyond ASCII. Source: ECMA-262, WhiteSpace and LineTerminator. */
const BLANKS =
  '\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
/** Every sign that may stand in a list. */
const IN_HEX_LIST = runCharacters(/[\da-fx\s,;:.|'"\\nrt-]/gi, BLANKS)
const IN_NUMBER_LIST = runCharacters(/[\d\s,;:.|'"\\nrt-]/g, BLANKS)
const HEX_GROUP = /(?<=0x|[^\da-z]|^)[\da-f]{2,}/gi
/** Bytes as numbers, below zero too, as a debugger or JSON lists them. */
const NUMBER_LIST = new RegExp(String.raw`-?(?<!\d)\d{1,3}(?:${JOINT}-?\d{1,3}(?!\w|\.\d)){5,}`, 'g')
/** Every escape, however many deep. */
export const undoEscapes: Undo = (text, made) => {
  if (!HAS_ESCAPE.test(text)) return false
  const run = new ByteRun(made)
  let done = 0
  for (const found of text.matchAll(ESCAPE)) {
    const end = found.index + found[0].length
    if (found.index > done) run.end()
    made.keep(done, found.index)
    const meaning = meaningOf(found)
    if (typeof meaning === 'number') run.push(meaning, found.index, end)
    else {
      run.end()
      made.put(meaning, found.index, end)
    }
    done = end
  }
  run.end()
  made.keep(done, text.length)
  return done > 0
}

/** Lists of bytes in hexadecimal, as one run of small digits each, parted by line ends. */
export const undoHexLists: Undo = (text, made) => {
  let isAny = false
  eachList(text, IN_HEX_LIST, HEX_LIST, (list, index) => {
    for (const {0: digits, index: at} of list.matchAll(HEX_GROUP)) {
      const start = index + at
      // Two digits are a byte, and half of one is no place to begin.
      for (let offset = 0; offset < digits.length; offset += 2)
        made.put(digits.slice(offset, offset + 2).toLowerCase(), start + offset, start + offset + 2)
    }
    made.put('\n', index + list.length, index + list.length)
    isAny = true
  })
  return isAny
}

/** Lists of bytes as decimal numbers, likewise. A `-` is read as a sign, and again as what parts the numbers: `-16,-97` and `16-97`. */
export const undoNumberLists: Undo = (text, made) => {
  let isAny = false
  eachList(text, IN_NUMBER_LIST, NUMBER_LIST, (list, index) => {
    for (const number of list.includes('-') ? [/-?\d+/g, /\d+/g] : [/\d+/g]) {
      for (const {0: digits, index: at} of list.matchAll(number))
        made.put(hexOf(Number(digits)), index + at, index + at + digits.length)
      made.put('\n', index + list.length, index + list.length)
    }
    isAny = true
  })
  return isAny
}

/** Every match, looked for only where there are signs enough for one; a character before and after says where words end. */
function eachList(
  text: string,
  characters: RunCharacters,
  pattern: RegExp,
  visit: (list: string, index: number) => void,
): void {
  eachRun(text, characters, SHORTEST_LIST, (start, end) => {
    const from = Math.max(0, start - 1)
    for (const {0: list, index} of text.slice(from, end + 1).matchAll(pattern)) visit(list, from + index)
  })
}

/** A byte in two digits; a line end for what is none. */
export function hexOf(byte: number): string {
  return byte >= -128 && byte <= 255 ? (byte & 255).toString(16).padStart(2, '0') : '\n'
}

/** Every way, in any order. */
export const UNDO_STEPS: readonly Undo[] = [
  undoEscapes,
  undoHexLists,
  undoNumberLists,
  undoDumps,
  undoLineBreaks,
  undoQuotedLines,
  undoBackslashes,
  undoSpacing,
]
