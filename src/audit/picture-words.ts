import type {Token} from './markup-tokens.ts'
import {pageTokens} from './page-markup.ts'

/** Numbers of an axis: today some are left out where they would touch. */
const TICK = /^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/
const CUT = '…'
/** Pictures of a page. None has another in it: where many begin and none ends, each would be looked for up to the end of the page. */
export const PICTURE = /<svg (?:(?!<svg )[\s\S])*?<\/svg>/g

/**
 * What a picture tells of its values: its name and the words of every mark. Undefined where it holds what no picture of ours does, or other
 * marks than the picture made again, or writes what that one does not say, whole or cut.
 */
export function wordsOfPicture(told: string, made: string): string | undefined {
  const [tokens, own] = [pageTokens(told), pageTokens(made)]
  if (tokens === undefined || own === undefined) return undefined
  const hints = hintsOf(own)
  const known = new Set(textsOf(own))
  const isSaid = (text: string) =>
    text === '' ||
    TICK.test(text) ||
    known.has(text) ||
    hints.some((hint) => hint === text || hint.startsWith(`${text}: `)) ||
    (text.endsWith(CUT) && hints.some((hint) => hint.startsWith(text.slice(0, -CUT.length))))
  const isSame = marksOf(tokens) === marksOf(own) && textsOf(tokens).every(isSaid)
  return isSame ? hintsOf(tokens).join('\n') : undefined
}

/** Names for those who cannot see it, and what a pointer is told. */
const hintsOf = (tokens: readonly Token[]) =>
  tokens.flatMap((one) => {
    if (one.kind === 'text') return one.within.at(-1) === 'title' ? [one.text] : []
    const name = one.attributes.get('aria-label')
    return name === undefined ? [] : [name]
  })

const textsOf = (tokens: readonly Token[]) =>
  tokens.flatMap((one) => (one.kind === 'text' && one.within.at(-1) === 'text' ? [one.text] : []))

const MARKS: ReadonlySet<string> = new Set(['circle', 'rect', 'path', 'line'])

/** What is drawn, in its order, but for the lines of axes, of which there may be others today. */
const marksOf = (tokens: readonly Token[]) =>
  tokens
    .flatMap((one) =>
      one.kind === 'element' && MARKS.has(one.name) ? [`${one.name} ${one.attributes.get('class')}`] : [],
    )
    .filter((mark) => mark !== 'line grid')
    .join('\n')
