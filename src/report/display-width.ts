import {eastAsianWidth} from 'get-east-asian-width'

const ASCII = /^[\u0020-\u007e]*$/
const ZERO = /^[\p{M}\p{Cf}\p{Cc}]$/u

/**
 * Columns a text takes on a terminal: 2 for East Asian wide characters and emoji, 0 for combining and invisible marks. An emoji that is
 * joined of several counts as all of them, as terminals without such a glyph show it.
 */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length
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
