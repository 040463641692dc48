const MARK = /<\/?([a-z]+)([^<>]*)>/g
/** What pictures of ours are made of. */
const MARKS = new Set(['svg', 'title', 'g', 'line', 'path', 'circle', 'rect', 'text'])
const HANDLER = /\s(?:style|on\w+|href)=/i
const HINT = /<title>([^<]*)<\/title>|aria-label="([^"]*)"/g
const TEXT = /<text[^>]*>([^<]*)<\/text>/g
/** Numbers of an axis: today some are left out where they would touch. */
const TICK = /^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/
const CUT = '…'

/**
 * What a picture tells of its values: its name and the words of every mark. Undefined where it holds what no picture of ours does, or
 * writes what the picture made again does not say, whole or cut.
 */
export function wordsOfPicture(told: string, made: string): string | undefined {
  const isOurs = [...told.matchAll(MARK)].every(([, name = '', rest = '']) => MARKS.has(name) && !HANDLER.test(rest))
  if (!isOurs) return undefined
  const hints = hintsOf(made)
  const known = new Set(textsOf(made))
  const isSaid = (text: string) =>
    text === '' ||
    TICK.test(text) ||
    known.has(text) ||
    hints.some((hint) => hint === text || hint.startsWith(`${text}: `)) ||
    (text.endsWith(CUT) && hints.some((hint) => hint.startsWith(text.slice(0, -CUT.length))))
  return textsOf(told).every(isSaid) ? hintsOf(told).join('\n') : undefined
}

const hintsOf = (picture: string) => [...picture.matchAll(HINT)].map(([, title, name]) => title ?? name ?? '')
const textsOf = (picture: string) => [...picture.matchAll(TEXT)].map(([, text = '']) => text)
