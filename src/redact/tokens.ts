import {LiteralIndex} from './literal-index.ts'
import type {Span, SpanFinder} from './span.ts'
import {eachMatch, endsWord, startsWord} from './text-runs.ts'
import {TOKEN_FAMILIES, type TokenFamily} from './token-families.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY_LENGTH = 30
const CHECKSUM_LENGTH = 6

/**
 * Whether a token's thirty-six characters after its prefix end with the base-62 CRC-32 of the thirty before; what follows them does not matter.
 * Source: GitHub, "Behind GitHub's new authentication token formats", 2021; npm uses the same form.
 */
export function hasCrcTail(token: string): boolean {
  const start = token.indexOf('_') + 1
  const checked = start + BODY_LENGTH
  return (
    token.length >= checked + CHECKSUM_LENGTH &&
    crcTail(token.slice(start, checked)) === token.slice(checked, checked + CHECKSUM_LENGTH)
  )
}

/** The six characters that such a token ends with. */
export function crcTail(body: string): string {
  let rest = crc32(body)
  let tail = ''
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
    tail = (BASE62[rest % 62] ?? '') + tail
    rest = Math.floor(rest / 62)
  }
  return tail
}

/** CRC-32 of ASCII text, unsigned. Source: ISO 3309, reflected polynomial 0xEDB88320. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** User id, time and signature of a bot, each in base64url. Source: discord.com/developers/docs/reference#authentication. */
const DISCORD_TAIL = /\.[\w-]{6}\.[\w-]{27,45}(?![\w.-])/g
const SHORTEST_DISCORD = 59
const DISCORD_HEAD = /[MNO][A-Za-z0-9]{23,27}$/
/** A look at the rest of a run from each of many beginnings in it would cost the square of its length. */
const LOOK_AHEAD = /\(\?=(\[[^\]]*\]|\\w)\*/g
const FARTHEST_AHEAD = 100

/** Tokens in the public formats of their vendors. */
export const findTokens: SpanFinder = tokenFinder(TOKEN_FAMILIES)

/** Finds the tokens of these families; a pattern is built when its first literal turns up, for most never do. */
export function tokenFinder(families: readonly TokenFamily[]): SpanFinder {
  const byLiteral = families.flatMap((family) => family.prefixes.map(() => family))
  const patterns = new Map<TokenFamily, RegExp>()
  const hints = families.flatMap(({prefixes}) => prefixes)
  let index: LiteralIndex | undefined
  const findTokens: SpanFinder = (text, found) => {
    index ??= new LiteralIndex(hints)
    index.scan(text, (start, which) => {
      const family = byLiteral[which]
      if (!family) return undefined
      const pattern = patterns.get(family) ?? patternOf(family)
      patterns.set(family, pattern)
      const span = matchAt(text, start, family, pattern)
      if (!span) return undefined
      found.push(span)
      return span.end
    })
  }
  findTokens.hints = hints
  return findTokens
}

/** Bots of Discord: the only tokens known here without fixed characters. */
export function findBotTokens(text: string, found: Span[]): void {
  if (text.length < SHORTEST_DISCORD) return
  eachMatch(text, DISCORD_TAIL, (tail) => {
    const head = DISCORD_HEAD.exec(text.slice(Math.max(0, tail.index - 28), tail.index))
    if (head)
      found.push({start: tail.index - head[0].length, end: tail.index + tail[0].length, rule: 'discord-bot-token'})
  })
}

function patternOf({prefixes, before, body}: TokenFamily): RegExp {
  const heads = prefixes.map((prefix) => prefix.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  // The engine looks behind from the literal backwards, so that even a hostile run costs no more than the longest form.
  const behind = before === '' ? '' : `(?<=(${before}))`
  return new RegExp(`${behind}(?:${heads.join('|')})${body.replaceAll(LOOK_AHEAD, `(?=$1{0,${FARTHEST_AHEAD}}`)}`, 'y')
}

function matchAt(text: string, literalAt: number, family: TokenFamily, pattern: RegExp): Span | undefined {
  if (family.before === '' && !family.check && !startsWord(text, literalAt)) return undefined
  pattern.lastIndex = literalAt
  const match = pattern.exec(text)
  if (!match) return undefined
  const start = literalAt - (match[1]?.length ?? 0)
  const end = pattern.lastIndex
  const apart = startsWord(text, start) && endsWord(text, end)
  return apart || (family.check && hasCrcTail(text.slice(start, end))) ? {start, end, rule: family.name} : undefined
}
