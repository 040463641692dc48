const ASCII = /^[\u0020-\u007e]*$/
const ZERO = /^[\p{M}\p{Cf}\p{Cc}]$/u
// East Asian wide and full-width blocks. Source: Unicode 16, EastAsianWidth.txt, condensed to whole blocks.
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]$/u
const EMOJI = /^\p{Emoji_Presentation}$/u

/** Columns a text takes on a terminal: 2 for East Asian wide characters and emoji, 0 for combining and invisible marks. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length
  let width = 0
  for (const mark of text) width += ZERO.test(mark) ? 0 : WIDE.test(mark) || EMOJI.test(mark) ? 2 : 1
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
