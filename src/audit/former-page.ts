import {sha256} from '#digest/sha256'
import type {PagePair} from './earlier-page.ts'
import {wordsOfPicture} from './picture-words.ts'

/** Policy, style and script of pages before words were explained and numbers shortened, by their digest. */
const FORMER_LOOKS: ReadonlySet<string> = new Set([
  'sha256:55452b3ca41f434e25415f30c8dc237d76b689b0eca7ff2125e1843c519aebce',
])
const LOOKS = /<meta http-equiv="Content-Security-Policy"[^>]*>|<style>[\s\S]*?<\/style>|<script>[\s\S]*?<\/script>/g
const PICTURE = /<svg [\s\S]*?<\/svg>/g

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
 * the words in them. Undefined for a page that looks otherwise.
 */
export function formerPage(told: string, made: string): PagePair | undefined {
  if (!FORMER_LOOKS.has(sha256([...told.matchAll(LOOKS)].join('\n')))) return undefined
  const [drawn, pictures] = [told, made].map((page) => [...page.matchAll(PICTURE)].map(([picture]) => picture))
  const words = drawn?.map((picture, at) => wordsOfPicture(picture, pictures?.[at] ?? ''))
  if (words === undefined || words.includes(undefined)) return undefined
  const ours = pictures?.map((picture) => wordsOfPicture(picture, picture))
  return {
    told: bare(told, words),
    made: ADDED.reduce((page, [what, before]) => page.replaceAll(what, before), bare(made, ours ?? [])),
  }
}

function bare(page: string, words: readonly (string | undefined)[]): string {
  let at = 0
  return page.replaceAll(LOOKS, '').replaceAll(PICTURE, () => words[at++] ?? '')
}
