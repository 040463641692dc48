/** Ends of what an encoding put before the next word: an escape in JSON or source, a percent code, a terminal sequence. */
const ESCAPE_TAIL =
  /(?:\\(?:[abfnrtv]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})|%[0-9a-fA-F]{2}|(?:\u241b|\\u001[bB]|\\x1[bB]|\\033)\[[0-9;]{0,16}[A-Za-z])$/
const LONGEST_TAIL = 28

/** Whether a word can start at `at`: nothing alphanumeric before it but the end of an escape. */
export function startsWord(text: string, at: number): boolean {
  if (at === 0 || !isAlphanumeric(text.charCodeAt(at - 1))) return true
  return ESCAPE_TAIL.test(text.slice(Math.max(0, at - LONGEST_TAIL), at))
}

/** Whether a word that ended right before `at` is over. */
export function endsWord(text: string, at: number): boolean {
  return at >= text.length || !isAlphanumeric(text.charCodeAt(at))
}

export function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

/** Every match of a pattern with the flag `g`, without the copy that `matchAll` makes each time. A pattern matches a character or more, and `visit` never uses it. */
export function eachMatch(text: string, pattern: RegExp, visit: (match: RegExpExecArray) => void): void {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) visit(match)
}

/** 1 for each character that such a run may hold; those beyond its length may not. */
export type RunCharacters = Uint8Array

const ASCII = String.fromCharCode(...Array(128).keys())

/** The ASCII characters that the pattern (with the flag `g`) matches, and those in `beyond`. They are found by one search, since every start of the program makes these tables. */
export function runCharacters(pattern: RegExp, beyond = ''): RunCharacters {
  const taken = [...ASCII.matchAll(pattern)].map(([character]) => character)
  const codes = [...taken, ...beyond].map((character) => character.charCodeAt(0))
  const characters = new Uint8Array(Math.max(127, ...codes) + 1)
  for (const code of codes) characters[code] = 1
  return characters
}

const TOKEN = runCharacters(/[\w-]/g)

/** Calls `visit` with every longest run of letters, digits, `_` and `-` that has `least` characters. */
export function eachTokenRun(text: string, least: number, visit: (start: number, end: number) => void): void {
  eachRun(text, TOKEN, least, visit)
}

/** Calls `visit` with every longest run of `characters` that has `least` of them; most of a text is skipped. */
export function eachRun(
  text: string,
  characters: RunCharacters,
  least: number,
  visit: (start: number, end: number) => void,
): void {
  const isIn = (at: number) => characters[text.charCodeAt(at)] === 1
  for (let from = 0; from + least <= text.length; ) {
    let back = from + least - 1
    while (back >= from && isIn(back)) back--
    if (back >= from) {
      from = back + 1
      continue
    }
    let end = from + least
    while (end < text.length && isIn(end)) end++
    visit(from, end)
    from = end + 1
  }
}
