/** Takes the pieces of a text that stands in another: `kept` as it is, `put` where `made` stands for all of `[start, end)`. */
export interface ViewMaker {
  keep(from: number, to: number): void
  put(made: string, start: number, end: number): void
}

/** Undoes one way to spell a text out and tells the pieces; false where the text has nothing of the kind. */
export type Undo = (text: string, made: ViewMaker) => boolean

/** Only what it reads: enough for the many texts in which nothing is found. */
export class PlainView implements ViewMaker {
  readonly #source: string
  readonly #parts: string[] = []

  constructor(source: string) {
    this.#source = source
  }

  get text(): string {
    return this.#parts.join('')
  }

  keep(from: number, to: number): void {
    if (to > from) this.#parts.push(this.#source.slice(from, to))
  }

  put(made: string): void {
    this.#parts.push(made)
  }
}

/** Where each of its characters stood. */
export class PlacedView implements ViewMaker {
  readonly #starts: number[] = []
  readonly #ends: number[] = []

  keep(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      this.#starts.push(at)
      this.#ends.push(at + 1)
    }
  }

  put(made: string, start: number, end: number): void {
    for (let at = 0; at < made.length; at++) {
      this.#starts.push(start)
      this.#ends.push(end)
    }
  }

  /** From a stretch of the view to that of the source. */
  origin({start, end}: {readonly start: number; readonly end: number}): {start: number; end: number} {
    return {start: this.#starts[start] ?? 0, end: this.#ends[end - 1] ?? 0}
  }
}

/** A line end, real, behind the backslash of a shell, or written as an escape, and what stands before the text of the next line. */
const LINE_BREAK = /(?:\\?\r?\n|(?:\\+r)?\\+n)[ \t>|]{0,16}(?=[^\s{}[\]<>"',;])/g
/** What stands between two pieces of one text that a source cuts: a sign of a comment before the second, or quotes around both. */
const QUOTED_JOINT =
  /\r?\n[ \t]{0,16}(?:#{1,3}|\/{2,3}|--|[*;%])[ \t]{0,4}|(["'`])(?:[ \t]{1,4}|[ \t]{0,4}[+.&][ \t]{0,4}|[ \t]{0,4}[+.&,\\]?[ \t]{0,4}\r?\n[ \t]{0,16}(?:[+.&][ \t]{0,4})?)\1(?=[^\s"'`])/g
/** Quotes and slashes escaped more than once, and backslashes of backslashes. */
const BACKSLASHES = /\\+(?=["'`/])|\\{4,}/g
/** Five characters or more, each apart from the next by the same sign. */
const SPACED =
  /(?<=(?:^|[\s"'`([{<:=,;>])[-_.:;,/|+*~]?)(\S)([-_.,:;|/+*~ ]|["'`],[ ]?["'`]|, )(\S)(?:\2\S){3,}(?=\2?(?:[\s"'`)\]}>,;:.!?]|$))/g

/** Lines joined, for anything may have been cut in two: base64, what a terminal or a mail program wrapped, a value folded to a few characters. */
export const undoLineBreaks: Undo = (text, made) =>
  (text.includes('\n') || text.includes('\\n')) && joined(text, LINE_BREAK, made)

/** Comments and texts in quotes on lines of their own, as one: `# ab` above `# cd`, `"ab" +` above `"cd"`. */
export const undoQuotedLines: Undo = (text, made) => joined(text, QUOTED_JOINT, made)

/** What stands between the matches of a pattern, as one text; false where there is none. */
function joined(text: string, between: RegExp, made: ViewMaker): boolean {
  let done = 0
  for (const {0: all, index} of text.matchAll(between)) {
    made.keep(done, index)
    done = index + all.length
  }
  if (done > 0) made.keep(done, text.length)
  return done > 0
}

/** JSON in JSON, however deep. */
export const undoBackslashes: Undo = (text, made) => {
  if (!text.includes('\\\\')) return false
  let done = 0
  for (const {0: all, index} of text.matchAll(BACKSLASHES)) {
    const end = index + all.length
    made.keep(done, index)
    // Before a quote they belong to it; a backslash of the value itself is left of the others.
    if (!/["'`/]/.test(text[end] ?? '')) made.put('\\', index, end)
    done = end
  }
  if (done > 0) made.keep(done, text.length)
  return done > 0
}

/** `h-u-n-t-e-r-2`, `h u n t e r 2`, `'h', 'u', 'n'`: one character at a time, apart from the text around it. */
export const undoSpacing: Undo = (text, made) => {
  let isAny = false
  for (const {0: all, 2: sign = '', index} of text.matchAll(SPACED)) {
    const step = 1 + sign.length
    for (let at = 0; at < all.length; at += step) made.put(all[at] ?? '', index + at, index + at + 1)
    made.put('\n', index + all.length, index + all.length)
    isAny = true
  }
  return isAny
}
