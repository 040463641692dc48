/** 1 for each character that such a run may hold; those beyond its length may not. */
export type RunCharacters = Uint8Array

/** Of the ASCII characters those that the pattern takes; of the others those in `beyond`. */
export function runCharacters(pattern: RegExp, beyond = ''): RunCharacters {
  const codes = [...beyond].map((character) => character.charCodeAt(0))
  const characters = new Uint8Array(Math.max(127, ...codes) + 1)
  for (let code = 0; code < 128; code++) characters[code] = pattern.test(String.fromCharCode(code)) ? 1 : 0
  for (const code of codes) characters[code] = 1
  return characters
}

const TOKEN = runCharacters(/[\w-]/)

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
