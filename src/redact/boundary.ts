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
