/** What chooses how the sign before it looks, as in emoji. Behind a sign beyond ASCII, and in keycaps, these stay; anywhere else they only hide. */
const SELECTORS = String.raw`\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}`
/** Persian and emoji are written with them. */
const JOINERS = String.raw`\u200c\u200d`
/**
 * All that a terminal would obey or a reader could not see: C0 but tab and newline, C1, line separators, marks of annotations, and what Unicode has drawn
 * as nothing (zero width, bidi, fillers, tags); `\r\n` is a line end. Source: Unicode Standard Annex 44, Default_Ignorable_Code_Point.
 */
const HIDDEN = new RegExp(
  [
    String.raw`[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb]|\r(?!\n)`,
    String.raw`[\p{Default_Ignorable_Code_Point}--[${JOINERS}${SELECTORS}]]`,
    String.raw`[${SELECTORS}](?<![\P{ASCII}--\p{Default_Ignorable_Code_Point}].)(?<![\d#*]\ufe0f(?=\u20e3))`,
  ].join('|'),
  'gv',
)
/** Most texts have nothing but tabs, newlines and what ASCII shows; that is seen sooner. */
const UNUSUAL = /[^\t\n -~]/
const HAS_HIDDEN = new RegExp(HIDDEN.source, 'v')
/** Terminal sequences and invisible characters as they look once visible, or written as an escape in JSON or source. */
const NOISE =
  /(?:\u241b|\\u001[bB]|\\x1[bB]|\\033)(?:\[[0-9;?]{0,32}[@-~]|\][^\u2407\u241b\n]{0,200}(?:\u2407|\u241b\\)|)|[\u2400-\u241f\u2421\ufffd]|\u200c|\u200d|[\ufe00-\ufe0f]|[\u180b-\u180d\u180f]|\udb40[\udd00-\uddef]/g
const HAS_NOISE =
  /[\u2400-\u2421\ufffd]|\u200c|\u200d|[\ufe00-\ufe0f]|[\u180b-\u180d\u180f]|\udb40|\\u001[bB]|\\x1[bB]|\\033/

/** Control characters as pictures, unit for unit, so that offsets hold; half a surrogate pair becomes U+FFFD. */
export function makeVisible(text: string): string {
  if (!UNUSUAL.test(text)) return text
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return HAS_HIDDEN.test(whole) ? whole.replace(HIDDEN, picture) : whole
}

/** Whether anything in a text may stand for a character that cannot be seen. */
export function hasPictures(text: string): boolean {
  return /[\u2400-\u241f\u2421\ufffd]/.test(text)
}

/** The text without terminal sequences and invisible characters, and where each character came from; undefined when there are none. */
export function withoutNoise(
  visible: string,
): {readonly text: string; readonly origin: (at: number) => number} | undefined {
  if (!HAS_NOISE.test(visible)) return undefined
  const cuts: {at: number; removed: number}[] = []
  let removed = 0
  const text = visible.replace(NOISE, (noise, start: number) => {
    removed += noise.length
    cuts.push({at: start + noise.length - removed, removed})
    return ''
  })
  return cuts.length === 0 ? undefined : {text, origin: (at) => at + removedBefore(cuts, at)}
}

function removedBefore(cuts: readonly {at: number; removed: number}[], at: number): number {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cuts[middle]?.at ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return cuts[low - 1]?.removed ?? 0
}

function picture(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : '\ufffd'.repeat(character.length)
}
