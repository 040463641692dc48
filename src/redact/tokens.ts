import {endsWord, startsWord} from './boundary.ts'
import {hasCrcTail} from './checksums.ts'
import {LiteralIndex} from './literal-index.ts'
import type {Span, SpanFinder} from './span.ts'
import {TOKEN_FAMILIES} from './token-families.ts'
import type {TokenFamily} from './token-family.ts'

/** User id, time and signature of a bot, each in base64url. Source: discord.com/developers/docs/reference#authentication. */
const DISCORD_TAIL = /\.[\w-]{6}\.[\w-]{27,45}(?![\w.-])/g
const SHORTEST_DISCORD = 59
const DISCORD_HEAD = /[MNO][A-Za-z0-9]{23,27}$/

interface Shape {
  readonly family: TokenFamily
  readonly pattern: RegExp
}

/** Tokens in the public formats of their vendors. */
export const findTokens: SpanFinder = tokenFinder(TOKEN_FAMILIES)

/** Finds the tokens of these families; the patterns are built at the first use. */
export function tokenFinder(families: readonly TokenFamily[]): SpanFinder {
  let built: {readonly index: LiteralIndex; readonly shapes: readonly Shape[]} | undefined
  return function findTokens(text, found) {
    built ??= buildShapes(families)
    const {index, shapes} = built
    index.scan(text, (start, which) => {
      const shape = shapes[which]
      const span = shape && matchAt(text, start, shape)
      if (!span) return undefined
      found.push(span)
      return span.end
    })
    findBotTokens(text, found)
  }
}

function findBotTokens(text: string, found: Span[]): void {
  if (text.length < SHORTEST_DISCORD) return
  for (const tail of text.matchAll(DISCORD_TAIL)) {
    const head = DISCORD_HEAD.exec(text.slice(Math.max(0, tail.index - 28), tail.index))
    if (head)
      found.push({start: tail.index - head[0].length, end: tail.index + tail[0].length, rule: 'discord-bot-token'})
  }
}

function buildShapes(families: readonly TokenFamily[]) {
  const shapes: Shape[] = []
  const literals: string[] = []
  for (const family of families) {
    const heads = family.prefixes.map((prefix) => prefix.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    // The engine looks behind from the literal backwards, so that even a hostile run costs no more than the longest form.
    const before = family.before === '' ? '' : `(?<=(${family.before}))`
    const pattern = new RegExp(`${before}(?:${heads.join('|')})${family.body}`, 'y')
    for (const prefix of family.prefixes) {
      literals.push(prefix)
      shapes.push({family, pattern})
    }
  }
  return {index: new LiteralIndex(literals), shapes}
}

function matchAt(text: string, literalAt: number, {family, pattern}: Shape): Span | undefined {
  if (family.before === '' && !family.check && !startsWord(text, literalAt)) return undefined
  pattern.lastIndex = literalAt
  const match = pattern.exec(text)
  if (!match) return undefined
  const start = literalAt - (match[1]?.length ?? 0)
  const end = pattern.lastIndex
  const apart = startsWord(text, start) && endsWord(text, end)
  return apart || (family.check && hasCrcTail(text.slice(start, end))) ? {start, end, rule: family.name} : undefined
}
