import type {PagePair} from './earlier-page.ts'
import type {PageFrame} from './page-frame.ts'
import {pageTokens} from './page-markup.ts'
import {PICTURE, wordsOfPicture} from './picture-words.ts'

/** What pages say since then, and what stood there before. */
const ADDED: readonly (readonly [RegExp, string])[] = [
  [/<ul class="failed">[\s\S]*?<\/ul>\n/g, ''],
  [/<li><a href="#words">[^<]*<\/a><\/li>\n?/g, ''],
  [/<details id="words" open>[\s\S]*?<\/details>\n/g, ''],
  [/\n<dl class="terms">[\s\S]*?<\/dl>/g, ''],
  [/(<th scope="col") class="number"/g, '$1'],
  [/<td class="number">–</g, '<td>–<'],
  [/ title="([^"]*)">[^<]*</g, '>$1<'],
  [/<li>[A-Z][a-z]+ \(level (L[0-7]) of L0 to L7\), /g, '<li>$1, '],
]

/**
 * A page in the form of the version before, and today's page without what has been added since: pictures, drawn in another way now, as
 * the words in them. Undefined for one that holds what no page of ours does.
 */
export function formerPage(told: PageFrame, made: PageFrame): PagePair | undefined {
  if (pageTokens(told.body) === undefined) return undefined
  const [drawn, pictures] = [told, made].map(({body}) => [...body.matchAll(PICTURE)].map(([picture]) => picture))
  const words = drawn?.map((picture, at) => wordsOfPicture(picture, pictures?.[at] ?? ''))
  if (words === undefined || words.includes(undefined)) return undefined
  const ours = pictures?.map((picture) => wordsOfPicture(picture, picture))
  return {
    told: bare(told, words),
    made: ADDED.reduce((page, [what, before]) => page.replaceAll(what, before), bare(made, ours ?? [])),
  }
}

function bare({title, body}: PageFrame, words: readonly (string | undefined)[]): string {
  let at = 0
  return `<title>${title}</title>\n${body.replaceAll(PICTURE, () => words[at++] ?? '')}\n`
}
